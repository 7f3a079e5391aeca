"""Reading: which card it is, by the whole card, by the index in its corner; and whether it is a back."""
