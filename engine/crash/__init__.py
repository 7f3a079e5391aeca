"""The rules of Crash, Thirteen-Card Brag: up to four hands, shown one by one.

K1 and the like are rules of docs/crash.md.
"""
