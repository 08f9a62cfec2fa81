import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SHORT_LIVED } from "../test/nodeFlags.mjs";
import { bin, run } from "./run.mjs";

/**
 * Result of a test runner.
 * @typedef {object} RunnerResult
 * @property {number} passed
 * @property {number} failed at least 1 if the runner itself failed
 * @property {number} skipped
 * @property {{ name: string, seconds: number }[]} tests
 * @property {string[]} flaky tests that failed first and passed on retry
 * @property {string[]} failures names of failed tests, with the first line of the error
 */

/** Runs Vitest. @returns {Promise<RunnerResult>} */
export function runUnitTests(env) {
  const reporters = ["--reporter=default", "--reporter=scripts/lib/vitestReport.mjs"];
  const command = () => [bin("vitest"), "run", ...reporters, ...(process.env.CI ? ["--retry=2"] : [])];
  // A build in this process has set it to production, in which React can't be tested.
  const withFile = (file) => ({ ...env, NODE_ENV: "test", VITEST_REPORT_FILE: file });
  return runAndRead({ name: "vitest", command, env: withFile, read: (report) => report });
}

/** Runs Playwright. @returns {Promise<RunnerResult>} */
export function runBrowserTests(env) {
  const reporter = process.env.CI ? "list" : "line";
  // Its workers inherit the flags.
  const command = () => [
    ...SHORT_LIVED,
    bin("playwright"),
    "test",
    "--config",
    "e2e/playwright.config.ts",
    `--reporter=${reporter},json`,
  ];
  const withFile = (file) => ({ ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  return runAndRead({ name: "playwright", command, env: withFile, read: readPlaywright });
}

async function runAndRead({ name, command, env, read }) {
  const folder = mkdtempSync(join(tmpdir(), "marquee-report-"));
  const file = join(folder, "report.json");
  try {
    const code = await run(process.execPath, command(file), env(file));
    return withExitCode(read(JSON.parse(readFileSync(file, "utf8"))), code);
  } catch (error) {
    console.error(`${name} ended without a report: ${error.message}`);
    return { passed: 0, failed: 1, skipped: 0, tests: [], flaky: [], failures: [name] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Name of a failed test, with the first line of its error. */
export function nameOfFailure(name, message = "") {
  const [line = ""] = message.split("\n");
  return line === "" ? name : `${name}: ${line}`;
}

/** Counts an error outside of any test as a failure. */
export function withExitCode(result, code) {
  return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
}

/** @param report output of Playwright's `json` reporter. @returns {RunnerResult} */
export function readPlaywright({ suites, stats, errors }) {
  const tests = [];
  const flaky = [];
  const failures = [];
  const visit = ({ specs = [], suites: inner = [], title }, path) => {
    const names = title ? [...path, title] : path;
    for (const spec of specs) {
      const name = ["e2e", [...names, spec.title].join(" › ")].join("/");
      for (const { results, status } of spec.tests) {
        tests.push({ name, seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000 });
        if (status === "flaky") flaky.push(name);
        if (status === "unexpected") failures.push(nameOfFailure(name, results.at(-1)?.error?.message));
      }
    }
    for (const each of inner) visit(each, names);
  };
  for (const suite of suites) visit(suite, []);
  const failed = stats.unexpected + (stats.unexpected === 0 && errors.length > 0 ? 1 : 0);
  return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped, tests, flaky, failures };
}
