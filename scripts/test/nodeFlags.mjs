/**
 * Node flags for processes that live as long as some tests. They optimize only code that runs very often, because most of it would run no
 * longer than it takes to compile, and collect garbage less often.
 */
export const SHORT_LIVED = ["--interrupt-budget=1500000", "--min-semi-space-size=32", "--max-semi-space-size=64"];
