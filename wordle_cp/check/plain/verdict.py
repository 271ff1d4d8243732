"""What a checker says of a file that it doesn't accept."""


class MalformedError(ValueError):
    """The file isn't a certificate, so it claims nothing."""


class RejectedError(ValueError):
    """The file is a certificate and doesn't prove its claim."""


def demand(condition: object, expected: str) -> None:
    """Raise `RejectedError` unless the condition is met."""
    if not condition:
        message = f"expected {expected}"
        raise RejectedError(message)


def expect(condition: object, expected: str) -> None:
    """Raise `MalformedError` unless the file has what is expected."""
    if not condition:
        message = f"expected {expected}"
        raise MalformedError(message)
