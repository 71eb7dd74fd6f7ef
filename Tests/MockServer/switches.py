"""Settings of a test: rules for single requests, the order of replies, and a record of requests."""

import re
import threading
import time

RULE_KEYS = {"match", "times", "after", "delay", "status", "fault", "headers", "body", "refuse"}


class Rule:
    """A rule for requests whose "METHOD /path?query" (for a POST with "\\nform") contains the pattern."""

    def __init__(self, values):
        unknown = set(values) - RULE_KEYS
        if unknown:
            raise ValueError(f"a rule has no {', '.join(sorted(unknown))}")
        self.pattern = re.compile(values.get("match", ""))
        # The rule ignores `after` matching requests, and then applies `times` times (None: always).
        self.times = values.get("times")
        self.after = values.get("after", 0)
        self.delay = values.get("delay", 0)
        self.status = values.get("status")
        self.fault = values.get("fault")
        self.headers = values.get("headers", {})
        self.body = values.get("body")
        self.refuse = values.get("refuse", False)


class Switches:
    def __init__(self):
        self.condition = threading.Condition()
        self.reset()

    def reset(self):
        with self.condition:
            self.rules = []
            self.order = []
            self.requests = []
            self.condition.notify_all()

    def apply(self, values):
        """Applies the settings in the body of POST /_control."""
        if values.get("reset"):
            self.reset()
        with self.condition:
            self.rules += [Rule(rule) for rule in values.get("rules", [])]
            if "order" in values:
                self.order = [re.compile(pattern) for pattern in values["order"]]
            self.condition.notify_all()

    def record(self, entry):
        with self.condition:
            self.requests.append(entry)

    def rules_for(self, request):
        """Returns the rules that apply to a request, and counts the request for each matching rule."""
        held = []
        with self.condition:
            for rule in self.rules:
                if not rule.pattern.search(request) or rule.times == 0:
                    continue
                if rule.after > 0:
                    rule.after -= 1
                    continue
                if rule.times is not None:
                    rule.times -= 1
                held.append(rule)
        return held

    def wait_for_turn(self, request):
        """Holds a request until all requests that `order` names before it are answered, for at most 10 s.

        Returns a function that must be called after the reply is sent.
        """
        with self.condition:
            turn = next((p for p in self.order if p.search(request)), None)
            if turn is None:
                return lambda: None
            deadline = time.monotonic() + 10
            while turn in self.order and self.order[0] is not turn and time.monotonic() < deadline:
                self.condition.wait(0.1)
        return lambda: self.end_turn(turn)

    def end_turn(self, turn):
        with self.condition:
            if turn in self.order:
                self.order.remove(turn)
            self.condition.notify_all()

    def report(self):
        """Returns the reply to GET /_control: all requests in the order of arrival, and counts by path."""
        with self.condition:
            counts = {}
            for entry in self.requests:
                counts[entry["path"]] = counts.get(entry["path"], 0) + 1
            return {"requests": list(self.requests), "counts": counts}
