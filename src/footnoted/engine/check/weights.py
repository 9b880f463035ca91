"""The fitted numbers of the support check; `make train-support` fits them anew and prints them.

Fitted on 2026-11-17 by benchmarks/train_support.py: presence on 894 claims of SciFact (supported and contradicted
against not mentioned), agreement on SciFact and, at three tenths of its weight, 20,000 claims of VitaminC
(supported against contradicted). WiCE, FaithBench and CLAPnq were only looked at.
"""

from __future__ import annotations

from footnoted.engine.check.signals import Agreement, Presence

PRESENCE = Presence(
    known=3.68, together=3.53, pairs=0.60, missing_names=-5.21, missing_number=-0.51, length=-0.49, bias=-2.46
)
AGREEMENT = Agreement(
    turned=-1.15,
    other_number=-1.08,
    other_name=-0.54,
    other_amount=-0.69,
    negated_alone=-1.06,
    negated_there=-0.62,
    opposed=-0.91,
    denying=-0.58,
    affirming=-0.19,
    prefixed=-0.36,
    bias=0.78,
)
