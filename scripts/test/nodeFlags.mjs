import { IS_SOAK } from "./soak.mjs";

/**
 * Node flags for processes that live as long as some tests. They optimize only code that runs very often, because optimizing most of it
 * would take longer than it runs, and collect garbage less often. Soak tests measure time and memory, so they use none.
 */
export const SHORT_LIVED = IS_SOAK
  ? []
  : ["--interrupt-budget=1500000", "--min-semi-space-size=32", "--max-semi-space-size=64"];

/**
 * Node flag that compiles the record store's WebAssembly only once, for a quick start. Optimizing it takes more processor time than it saves
 * in tests.
 */
export const QUICK_WEBASSEMBLY = "--liftoff-only";
