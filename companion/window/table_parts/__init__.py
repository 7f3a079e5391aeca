"""The parts of the table's screen, each a widget that can be used alone."""
