"""How much is held and how it is used: of one tenant for its operators, of all tenants for the gauges."""
