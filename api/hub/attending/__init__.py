"""The table's side of an event: it joins, sends its logs, calls judges and hears their rulings."""
