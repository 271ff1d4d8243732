"""Games that are played: analysed, graded, or against an adversary."""
