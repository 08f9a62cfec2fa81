import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { IS_SOAK } from "./soak.mjs";

const { testPath } = expect.getState();

const SEED = 20_260_601;

/*
 * Sets the number of random inputs per property, unless the property sets its own. Loads fast-check only where it is
 * used, because loading it takes longer than most test files.
 */
if (readFileSync(testPath, "utf8").includes('from "fast-check"')) {
  const { default: fc } = await import("fast-check");
  // The same inputs on every machine, so that a rare fault does not fail an unrelated change. `npm run test:soak` uses others.
  fc.configureGlobal(IS_SOAK ? { numRuns: 5000 } : { numRuns: 50, seed: SEED });
}
