/** Number of slowest tests to list. */
const SLOWEST = 20;

/**
 * Prints the slowest tests, the flaky and failed ones, and a summary line.
 * @param {string[]} failedChecks failed checks of `npm run verify`; each counts as a failed test
 * @param {import("./runners.mjs").RunnerResult[]} results
 * @returns {0 | 1} the exit code
 */
export function report(failedChecks, results) {
  const { slowest, flaky, failures, passed, failed, skipped } = summarize(failedChecks, results);
  if (slowest.length > 0) console.log(`\nThe ${slowest.length} slowest tests:`);
  for (const { name, seconds } of slowest) console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${name}`);
  if (flaky.length > 0) console.log("\nFlaky tests, which passed only when they ran again:");
  for (const name of flaky) console.log(`  ${name}`);
  if (failures.length > 0) console.error("\nFailed tests:");
  for (const name of failures) console.error(`  ${name}`);
  if (failedChecks.length > 0) console.error(`\nverify failed: ${failedChecks.join("; ")}`);
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed === 0 ? 0 : 1;
}

/** The data of {@link report}. */
export function summarize(failedChecks, results) {
  const sumOf = (count) => results.reduce((sum, result) => sum + result[count], 0);
  const slowest = results.flatMap(({ tests }) => tests).sort((a, b) => b.seconds - a.seconds);
  return {
    slowest: slowest.slice(0, SLOWEST),
    flaky: results.flatMap((result) => result.flaky),
    failures: results.flatMap((result) => result.failures),
    passed: sumOf("passed"),
    failed: sumOf("failed") + failedChecks.length,
    skipped: sumOf("skipped"),
  };
}
