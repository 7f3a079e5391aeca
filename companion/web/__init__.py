"""The board on phones: a small read-only page for everybody in the same network who has the link."""
