"""Certificates: the rule as clauses, a solver's proof, the checker of proofs, what came of it."""
