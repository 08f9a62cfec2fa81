import { expect, test } from "vitest";
import { readPlaywright, readVitest, withExitCode } from "./runners.mjs";
import { summarize } from "./testReport.mjs";

const VITEST = {
  numPassedTests: 1,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [
    {
      name: "/a.test.ts",
      status: "failed",
      assertionResults: [
        { fullName: "one", status: "passed", duration: 1500 },
        { fullName: "two", status: "failed", duration: 10 },
      ],
    },
    { name: "/broken.test.ts", status: "failed", assertionResults: [] },
  ],
};

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
  expect(readVitest(VITEST)).toMatchObject({ passed: 1, failed: 2, skipped: 3 });
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
  const results = [readVitest(VITEST), readPlaywright(PLAYWRIGHT)];
  const { slowest, ...counts } = summarize(["types"], results);
  expect(counts).toEqual({
    flaky: ["e2e/a.spec.ts › on a phone › wavers"],
    passed: 5,
    failed: 4,
    skipped: 5,
  });
  expect(slowest.map(({ seconds }) => seconds)).toEqual([4, 2, 1.5, 0.01]);
});
