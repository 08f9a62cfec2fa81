import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./run.mjs";
import { problemsOf } from "./specification.mjs";

const DOCUMENT = readFileSync(join(ROOT, "docs/specification-coverage.md"), "utf8");

/** Problems of the document with a change of one place. */
function problemsWith(before, after) {
  expect(DOCUMENT).toMatch(before);
  return problemsOf(DOCUMENT.replace(before, after), true);
}

it("finds no problems in the document", () => {
  expect(problemsOf(DOCUMENT, true)).toEqual([]);
});

it.each([
  ["a statement without a row", /\| 1 \| .*\n/, "", /^1 has 0 rows/],
  ["one with two rows", /(\| 1 \| .*\n)/, "$1$1", /^1 has 2 rows/],
  ["an unknown number", /\| 232 \|/, "| 233 |", /^233 is no statement/],
  [
    "a test that is not named",
    /\| 1 \| .*/,
    "| 1 | plans | holds: `apps/site/src/a.ts` |",
    /^1 names no test/,
  ],
  ["code that is not named", /\| 1 \| .*/, "| 1 | plans | holds: `e2e/a.spec.ts` |", /^1 names no code/],
  ["an unknown state", /\| 1 \| .*/, "| 1 | plans | partly: soon |", /^1 must begin with one of: holds/],
  ["a name that all objects have", /\| 1 \| .*/, "| 1 | plans | constructor: x |", /^1 must begin/],
  ["a missing reason", /\| 1 \| .*/, "| 1 | plans | deviates: |", /^1 gives no reason/],
  ["nothing of what is missing", /\| 1 \| .*/, "| 1 | plans | open: |", /^1 says nothing/],
  ["a wrong count", /\d+ hold/, "999 hold", /^The counts must read: 232 statements/],
])("finds %s", (_name, before, after, problem) => {
  expect(problemsWith(before, after)).toContainEqual(expect.stringMatching(problem));
});

it("fails on open statements if they are not allowed", () => {
  const open = DOCUMENT.replace(/\| 1 \| .*/, "| 1 | plans | open: prices |");
  expect(problemsOf(open, false)).toContain("1 is open.");
  expect(problemsOf(open, true)).not.toContain("1 is open.");
});
