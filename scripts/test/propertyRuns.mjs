import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { IS_SOAK } from "./soak.mjs";

const { testPath } = expect.getState();

/*
 * Sets the number of random inputs per property, unless the property sets its own. Loads fast-check only where it is
 * used, because loading it takes longer than most test files.
 */
if (readFileSync(testPath, "utf8").includes('from "fast-check"')) {
  const { default: fc } = await import("fast-check");
  fc.configureGlobal({ numRuns: IS_SOAK ? 5000 : 50 });
}
