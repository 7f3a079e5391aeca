"""From pixels to cards lying on a table. Knows what a card is; knows no rules and no widgets."""
