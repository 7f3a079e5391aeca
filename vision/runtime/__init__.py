"""Runtime: the only place where networks are run. Their files, the back ends, and which back end is fastest here."""
