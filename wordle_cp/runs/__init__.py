"""Long work that goes on after a stop: ledgers, their units, who verifies them."""
