"""From camera to referee to messages: the worker thread, its faults, going on with a record."""
