"""Why jobs given to workers are not all answered; apart, for who only names them starts sooner."""


class WorkersLost(Exception):
    """A job cannot be done because its workers die, or their cluster does not answer."""


class OutOfTime(Exception):
    """The deadline has passed before all jobs were answered."""
