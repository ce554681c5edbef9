"""How large a search will be and how long it will take, before it is run."""
