"""Not built yet."""


def handler(event: object, context: object) -> object:
    raise NotImplementedError
