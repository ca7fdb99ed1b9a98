"""What the stacks that descriptions are tried in have in common."""

import os
import select
import time

START_LIMIT, BATCH_LIMIT = 60, 120  # s


class StackMissing(Exception):
    """The stack is not installed; the words say what is missing."""


class StackDied(Exception):
    """The stack ended, or stopped answering, in the middle of a batch."""


class Messages:
    """The messages that come out of a pipe, each with the same end."""

    def __init__(self, pipe, end):
        self.pipe, self.end, self.buffer = pipe, end, b""

    def next(self, deadline):
        """The next one, without its end; `deadline` is an instant of the monotonic clock."""
        while self.end not in self.buffer:
            if not select.select([self.pipe], [], [], max(0, deadline - time.monotonic()))[0]:
                raise StackDied("no answer")
            more = os.read(self.pipe, 1 << 16)
            if not more:
                raise StackDied("the process ended")
            self.buffer += more
        message, self.buffer = self.buffer.split(self.end, 1)
        return message
