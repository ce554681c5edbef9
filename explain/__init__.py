"""Records searches and draws them."""
