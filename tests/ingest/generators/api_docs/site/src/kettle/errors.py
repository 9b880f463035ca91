"""What goes wrong in kitchens."""


class Dry(Exception):
    """There is no water left to boil."""
