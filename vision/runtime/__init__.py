"""The only door to the networks: their files, the back end that runs them, which one is quickest here."""
