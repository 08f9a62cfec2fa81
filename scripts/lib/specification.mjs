import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./run.mjs";

const DOCUMENT = "docs/specification-coverage.md";
/** Statements of the specification, numbered from 1. */
const STATEMENTS = 232;
/** Whether open statements are only listed. */
const MAY_BE_OPEN = false;

/** A row: number, statement and how it is covered. */
const ROW = /^\| (\d+) \| ([^|]+) \| (.+) \|$/;
const PATH = /`([\w-]+\/[^`\s]+)`/g;
const TEST = /\.(?:test|spec)\.tsx?$/;

/**
 * Required reference for each state of a statement. The paths themselves are checked like all paths in the
 * docs.
 */
const STATES = {
  holds(how) {
    const paths = [...how.matchAll(PATH)].map(([, path]) => path);
    if (!paths.some((path) => TEST.test(path))) return "names no test";
    return paths.every((path) => TEST.test(path)) ? "names no code" : null;
  },
  deviates: (how) => (/^deviates: \S/.test(how) ? null : "gives no reason"),
  open: (how) => (/^open: \S/.test(how) ? null : "says nothing of what is missing"),
};

/**
 * Checks that {@link DOCUMENT} has every statement once, with a state and its required reference, and that its counts are correct. Lists open
 * ones.
 * @returns 1 if not, or if one is open and none may be; otherwise 0.
 */
export function checkSpecification() {
  const text = readFileSync(join(ROOT, DOCUMENT), "utf8");
  for (const { number, statement, how } of openIn(text)) console.log(`  ${number} ${statement}: ${how}`);
  const problems = problemsOf(text, MAY_BE_OPEN);
  for (const problem of problems) console.error(`  ${DOCUMENT}: ${problem}`);
  return problems.length === 0 ? 0 : 1;
}

/**
 * @param text the whole document.
 * @param mayBeOpen whether open statements are allowed.
 */
export function problemsOf(text, mayBeOpen) {
  const rows = rowsOf(text);
  const counts = new Map();
  for (const { number } of rows) counts.set(number, (counts.get(number) ?? 0) + 1);
  const expected = Array.from({ length: STATEMENTS }, (_, index) => index + 1);
  return [
    ...expected
      .filter((number) => counts.get(number) !== 1)
      .map((number) => `${number} has ${counts.get(number) ?? 0} rows; it needs one.`),
    ...rows.flatMap(problemsOfRow),
    ...problemsOfCounts(text, rows),
    ...(mayBeOpen ? [] : openIn(text).map(({ number }) => `${number} is open.`)),
  ];
}

function rowsOf(text) {
  return text.split("\n").flatMap((line) => {
    const [, number, statement, how] = ROW.exec(line) ?? [];
    return number ? [{ number: Number(number), statement, how }] : [];
  });
}

function openIn(text) {
  return rowsOf(text).filter(({ how }) => stateOf(how) === "open");
}

function problemsOfRow({ number, how }) {
  if (number < 1 || number > STATEMENTS) return [`${number} is no statement.`];
  const state = stateOf(how);
  if (!Object.hasOwn(STATES, state))
    return [`${number} must begin with one of: ${Object.keys(STATES).join(", ")}.`];
  const problem = STATES[state](how);
  return problem ? [`${number} ${problem}: ${how}`] : [];
}

function stateOf(how) {
  return how.split(":")[0];
}

function problemsOfCounts(text, rows) {
  const count = (state) => rows.filter(({ how }) => stateOf(how) === state).length;
  const line = `${rows.length} statements: ${count("holds")} hold, ${count("deviates")} deviate, ${count("open")} are open.`;
  return text.includes(line) ? [] : [`The counts must read: ${line}`];
}
