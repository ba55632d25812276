"""Monte Carlo: run, measure, report."""
