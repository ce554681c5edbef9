"""Programs with a slip in them, by the kind of slip: what `slip_names` holds the naming to."""
