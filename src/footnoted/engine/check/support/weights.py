"""The fitted numbers of the support check; `make train-support` fits them again and prints them.

Fitted on 2026-11-17 by benchmarks/train_support.py: presence on 894 claims of SciFact (supported and contradicted
against not mentioned), agreement on SciFact and, at three tenths of its weight, 20,000 claims of VitaminC
(supported against contradicted). WiCE, FaithBench and CLAPnq were only looked at.
"""

from __future__ import annotations

from footnoted.engine.check.support.signals import Agreement, Presence

PRESENCE = Presence(
    known=3.88, together=3.33, pairs=0.63, missing_names=-5.22, missing_number=-0.50, length=-0.50, bias=-2.48
)
AGREEMENT = Agreement(
    turned=-1.15,
    other_number=-0.93,
    other_name=-0.13,
    other_amount=-0.44,
    negated_alone=-1.04,
    negated_there=-0.60,
    opposed=-0.92,
    denying=-0.57,
    affirming=-0.22,
    prefixed=-0.33,
    bias=0.77,
)
