"""Shared by local models: the file they come in, an onnxruntime session, batches.

onnxruntime (seen in 1.31.1) writes an id of the machine to the home folder as soon as it is imported, for reports to
its maker, unless this is set before. Reporting is for the operator to decide.
"""

import os

os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
