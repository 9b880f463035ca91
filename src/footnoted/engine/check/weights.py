"""The fitted numbers of the support check; `make train-support` fits them anew and prints them.

Fitted on 2026-11-17 by benchmarks/train_support.py: presence on 894 claims of SciFact (supported and contradicted
against not mentioned), agreement on SciFact and, at three tenths of its weight, 20,000 claims of VitaminC
(supported against contradicted). WiCE, FaithBench and CLAPnq were only looked at.
"""

from __future__ import annotations

from footnoted.engine.check.signals import Agreement, Presence

PRESENCE = Presence(
    known=3.77, together=3.46, pairs=0.58, missing_names=-5.27, missing_number=-0.51, length=-0.50, bias=-2.46
)
AGREEMENT = Agreement(
    turned=-1.15,
    other_number=-0.93,
    other_name=-0.12,
    other_amount=-0.67,
    negated_alone=-1.06,
    negated_there=-0.61,
    opposed=-0.90,
    denying=-0.58,
    affirming=-0.18,
    prefixed=-0.34,
    bias=0.75,
)
