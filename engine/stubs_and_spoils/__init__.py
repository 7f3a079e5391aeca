"""The rules of Stubs & Spoils: tricks that leave a stub and a spoil.

S1 and the like are rules of docs/stubs_and_spoils.md.
"""
