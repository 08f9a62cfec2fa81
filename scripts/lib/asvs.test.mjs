import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { numbersOf, problemsOf } from "./asvs.mjs";
import { ROOT } from "./run.mjs";

const DOCUMENT = readFileSync(join(ROOT, "docs/security.md"), "utf8");

/** Problems of the document with a change of one place. */
function problemsWith(before, after) {
  expect(DOCUMENT).toMatch(before);
  return problemsOf(DOCUMENT.replace(before, after));
}

it("reads runs of numbers", () => {
  expect(numbersOf("1.1.1-3 10.4.10")).toEqual(["1.1.1", "1.1.2", "1.1.3", "10.4.10"]);
});

it("finds no problems in the document", () => {
  expect(problemsOf(DOCUMENT)).toEqual([]);
});

it.each([
  ["a requirement without a row", /\| 1\.1\.1 · L2 .*\n/, "", /^1\.1\.1 has 0 rows/],
  ["one with two rows", /(\| 1\.1\.1 · L2 .*\n)/, "$1$1", /^1\.1\.1 has 2 rows/],
  ["an unknown number", /\| 1\.1\.1 · L2/, "| 1.1.9 · L2", /^1\.1\.9 is not a requirement/],
  ["a wrong level", /\| 1\.1\.1 · L2/, "| 1.1.1 · L1", /^1\.1\.1 is of level L2/],
  [
    "a test that is not named",
    /(\| 1\.1\.1 · L2 \| [^|]+ \|).*/,
    "$1 holds: always |",
    /^1\.1\.1 names no test/,
  ],
  [
    "a section that is not linked",
    /(\| 2\.1\.1 · L1 \| [^|]+ \|).*/,
    "$1 documented: here |",
    /links no section/,
  ],
  [
    "a section that does not exist",
    /(\| 2\.1\.1 · L1 \| [^|]+ \|).*/,
    "$1 documented: [here](accounts.md#nothing) |",
    /links no heading of docs\/accounts\.md/,
  ],
  ["no reason", /(\| 1\.2\.6 · L2 \| [^|]+ \|).*/, "$1 does not apply: |", /^1\.2\.6 gives no reason/],
  ["another state", /(\| 1\.2\.6 · L2 \| [^|]+ \|).*/, "$1 fine |", /^1\.2\.6 must begin with/],
  ["wrong counts", /requirements: \d+ hold/, "requirements: 1 hold", /^The counts must read: 253 /],
  ["an open one that is not listed", /\b6\.3\.3\b(?! ·)/g, "it", /^6\.3\.3 is open, but not in the list/],
])("finds %s", (_what, before, after, problem) => {
  expect(problemsWith(before, after)).toContainEqual(expect.stringMatching(problem));
});
