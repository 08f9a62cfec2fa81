import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { ROOT } from "./run.mjs";
import { nameOfFailure } from "./runners.mjs";

/** Reporter of Vitest that writes a `RunnerResult` to the file named by `VITEST_REPORT_FILE`. */
export default class VitestReport {
  /** @param {ReadonlyArray<import("vitest/node").TestModule>} modules */
  onTestRunEnd(modules) {
    writeFileSync(process.env.VITEST_REPORT_FILE, JSON.stringify(readModules(modules)));
  }
}

/**
 * @param {ReadonlyArray<import("vitest/node").TestModule>} modules
 * @returns {import("./runners.mjs").RunnerResult}
 */
export function readModules(modules) {
  const result = { passed: 0, failed: 0, skipped: 0, tests: [], flaky: [], failures: [] };
  const fail = (name, errors) => {
    result.failed += 1;
    result.failures.push(nameOfFailure(name, errors?.[0]?.message));
  };
  for (const module of modules) {
    const file = relative(ROOT, module.moduleId);
    const before = result.failed;
    for (const test of module.children.allTests()) {
      const name = `${file} › ${test.fullName}`;
      const { state, errors } = test.result();
      const { duration = 0, flaky = false } = test.diagnostic() ?? {};
      result.tests.push({ name, seconds: duration / 1000 });
      if (flaky) result.flaky.push(name);
      if (state === "failed") fail(name, errors);
      else result[state === "passed" ? "passed" : "skipped"] += 1;
    }
    // A file that cannot be loaded, or whose hooks fail, fails without a failed test.
    if (module.state() === "failed" && result.failed === before) fail(file, module.errors());
  }
  return result;
}
