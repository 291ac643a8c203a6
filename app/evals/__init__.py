"""How good the service is on sets of its own, printed by `memoryd eval …`."""
