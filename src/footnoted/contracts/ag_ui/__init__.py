"""AG-UI 1.0: a run of an agent as events, after https://docs.ag-ui.com."""

from footnoted.contracts.ag_ui.routes import POLICY, app

__all__ = ["POLICY", "app"]
