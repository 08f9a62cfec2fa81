import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./run.mjs";
import { readPlaywright, withExitCode } from "./runners.mjs";
import { summarize } from "./testReport.mjs";
import { readModules } from "./vitestReport.mjs";

const testOf = (fullName, state, diagnostic, errors) => ({
  fullName,
  result: () => ({ state, errors }),
  diagnostic: () => diagnostic,
});
const moduleOf = (name, state, tests, errors = []) => ({
  moduleId: join(ROOT, name),
  state: () => state,
  errors: () => errors,
  children: { allTests: () => tests },
});
const VITEST = readModules([
  moduleOf("a.test.ts", "failed", [
    testOf("one", "passed", { duration: 1500, flaky: true }),
    testOf("two", "failed", { duration: 10 }, [{ message: "Not two.\nBut three." }]),
    testOf("three", "skipped"),
  ]),
  moduleOf("broken.test.ts", "failed", [], [{ message: "Cannot be loaded." }]),
]);

const specOf = (title, status, ...durations) => ({
  title,
  tests: [{ status, results: durations.map((duration) => ({ duration })) }],
});
const PLAYWRIGHT = {
  stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 },
  errors: [],
  suites: [
    {
      title: "a.spec.ts",
      specs: [specOf("passes", "expected", 2000)],
      suites: [{ title: "on a phone", specs: [specOf("wavers", "flaky", 1000, 3000)] }],
    },
  ],
};

test("a unit test file that cannot be loaded counts as a failure", () => {
  expect(VITEST).toMatchObject({
    passed: 1,
    failed: 2,
    skipped: 1,
    flaky: ["a.test.ts › one"],
    failures: ["a.test.ts › two: Not two.", "broken.test.ts: Cannot be loaded."],
  });
});

test("a browser test that passes on retry counts as passed and is listed as flaky", () => {
  expect(readPlaywright(PLAYWRIGHT)).toMatchObject({
    passed: 4,
    failed: 1,
    skipped: 2,
    flaky: ["e2e/a.spec.ts › on a phone › wavers"],
    tests: [{ seconds: 2 }, { seconds: 4 }],
  });
});

test("a runner that fails without a failed test counts as a failure", () => {
  const passed = readPlaywright({ ...PLAYWRIGHT, stats: { ...PLAYWRIGHT.stats, unexpected: 0 } });
  expect(passed.failed).toBe(0);
  expect(withExitCode(passed, 1).failed).toBe(1);
  expect(readPlaywright({ ...PLAYWRIGHT, errors: [{}], stats: { unexpected: 0 } }).failed).toBe(1);
});

test("results of all runners and checks are added up, with the slowest tests first", () => {
  const results = [VITEST, readPlaywright(PLAYWRIGHT)];
  const { slowest, ...counts } = summarize(["types"], results);
  expect(counts).toEqual({
    flaky: ["a.test.ts › one", "e2e/a.spec.ts › on a phone › wavers"],
    failures: VITEST.failures,
    passed: 5,
    failed: 4,
    skipped: 3,
  });
  expect(slowest.map(({ seconds }) => seconds)).toEqual([4, 2, 1.5, 0.01, 0]);
});
