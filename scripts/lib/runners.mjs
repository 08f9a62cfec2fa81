import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { bin, ROOT, run } from "./run.mjs";

/**
 * Result of a test runner.
 * @typedef {object} RunnerResult
 * @property {number} passed
 * @property {number} failed at least 1 if the runner itself failed
 * @property {number} skipped
 * @property {{ name: string, seconds: number }[]} tests
 * @property {string[]} flaky tests that failed first and passed on retry
 */

/** Runs Vitest. @returns {Promise<RunnerResult>} */
export function runUnitTests(env) {
  const command = (file) => ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  return runAndRead({ name: "vitest", command, env: () => env, read: readVitest });
}

/** Runs Playwright. @returns {Promise<RunnerResult>} */
export function runBrowserTests(env) {
  const shown = process.env.CI ? "list" : "line";
  const command = () => ["test", "--config", "e2e/playwright.config.ts", `--reporter=${shown},json`];
  const withFile = (file) => ({ ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  return runAndRead({ name: "playwright", command, env: withFile, read: readPlaywright });
}

async function runAndRead({ name, command, env, read }) {
  const folder = mkdtempSync(join(tmpdir(), "marquee-report-"));
  const file = join(folder, "report.json");
  try {
    const code = await run(bin(name), command(file), env(file));
    return withExitCode(read(JSON.parse(readFileSync(file, "utf8"))), code);
  } catch (error) {
    console.error(`${name} ended without a report: ${error.message}`);
    return { passed: 0, failed: 1, skipped: 0, tests: [], flaky: [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Counts an error outside of any test as a failure. */
export function withExitCode(result, code) {
  return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
}

/** @param report output of Vitest's `json` reporter. @returns {RunnerResult} */
export function readVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  // A file that cannot be loaded fails without a failed test.
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((each) => each.status === "failed"),
  );
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${relative(ROOT, name)} › ${fullName}`,
      seconds: (duration ?? 0) / 1000,
    })),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
    tests,
    flaky: [],
  };
}

/** @param report output of Playwright's `json` reporter. @returns {RunnerResult} */
export function readPlaywright({ suites, stats, errors }) {
  const tests = [];
  const flaky = [];
  const visit = ({ specs = [], suites: inner = [], title }, path) => {
    const names = title ? [...path, title] : path;
    for (const spec of specs) {
      const name = ["e2e", [...names, spec.title].join(" › ")].join("/");
      for (const { results, status } of spec.tests) {
        tests.push({ name, seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000 });
        if (status === "flaky") flaky.push(name);
      }
    }
    for (const each of inner) visit(each, names);
  };
  for (const suite of suites) visit(suite, []);
  const failed = stats.unexpected + (stats.unexpected === 0 && errors.length > 0 ? 1 : 0);
  return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped, tests, flaky };
}
