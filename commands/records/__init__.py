"""Commands about saved records: report, merge, diff, reproduce."""
