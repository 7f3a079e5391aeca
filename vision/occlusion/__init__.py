"""Cards that lie half under others or under an arm, told by what shows of them."""
