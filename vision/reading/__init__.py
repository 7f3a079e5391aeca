"""Which card it is: the reader, the index in a corner, the deck's back."""
