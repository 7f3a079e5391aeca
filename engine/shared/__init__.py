"""What several games share, each written once."""
