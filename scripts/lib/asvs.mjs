import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./run.mjs";

const DOCUMENT = "docs/security.md";
const HEADING = "## ASVS 5.0, level 2";

/** Requirements of OWASP ASVS 5.0.0 at level 1, and those that level 2 adds: runs of numbers. */
const LEVELS = {
  L1: "1.2.1-5 1.3.1-2 1.5.1 2.1.1 2.2.1-2 2.3.1 3.2.1-2 3.3.1 3.4.1-2 3.5.1-3 4.1.1 4.4.1 5.2.1-2 5.3.1-2 6.1.1 6.2.1-8 6.3.1-2 6.4.1-2 7.2.1-4 7.4.1-2 8.1.1 8.2.1-2 8.3.1 9.1.1-3 9.2.1 10.4.1-5 11.3.1-2 11.4.1 12.1.1 12.2.1-2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1",
  L2: "1.1.1-2 1.2.6-9 1.3.3-11 1.4.1-3 1.5.2 2.1.2-3 2.2.3 2.3.2-4 2.4.1 3.3.2-4 3.4.3-6 3.5.4-5 3.7.1-2 4.1.2-3 4.2.1 4.3.1-2 4.4.2-4 5.1.1 5.2.3 5.4.1-3 6.1.2-3 6.2.9-12 6.3.3-4 6.4.3-4 6.5.1-5 6.6.1-3 6.8.1-4 7.1.1-3 7.3.1-2 7.4.3-5 7.5.1-2 7.6.1-2 8.1.2 8.2.3 8.4.1 9.2.2-4 10.1.1-2 10.2.1-2 10.3.1-4 10.4.6-11 10.5.1-5 10.6.1-2 10.7.1-3 11.1.1-2 11.2.1-3 11.3.3 11.4.2-4 11.5.1 11.6.1 12.1.2-3 12.3.1-4 13.1.1 13.2.1-5 13.3.1-2 13.4.2-5 14.1.1-2 14.2.2-4 14.3.2-3 15.1.2-3 15.2.2-3 15.3.2-7 16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3 17.1.1 17.2.1-4 17.3.1-2",
};

/** A row: number and level, what is required, and how. */
const ROW = /^\| (\d+\.\d+\.\d+) · (L\d) \| ([^|]+) \| (.+) \|$/;
const TEST = /`([^`\s]+\.(?:test|spec)\.(?:tsx?|mjs))`/g;
const LINK = /\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g;

/** Required reference for each state of a requirement. */
const STATES = {
  holds: (how) => (how.match(TEST) ? null : "names no test"),
  documented: (how) => {
    const links = [...how.matchAll(LINK)];
    return links.length === 0 ? "links no section" : (links.map(problemOfLink).find(Boolean) ?? null);
  },
  "does not apply": (how) => (/^does not apply: \S/.test(how) ? null : "gives no reason"),
  open: (how) => (/^open: \S/.test(how) ? null : "says nothing of what is missing"),
};

/**
 * Checks that {@link DOCUMENT} has every requirement of ASVS once, with a state and its required reference, and that its counts are
 * correct.
 * @returns 1 if not, otherwise 0.
 */
export function checkAsvs() {
  const problems = problemsOf(readFileSync(join(ROOT, DOCUMENT), "utf8"));
  for (const problem of problems) console.error(`  ${DOCUMENT}: ${problem}`);
  return problems.length === 0 ? 0 : 1;
}

/** @param text the whole document. */
export function problemsOf(text) {
  const section = text.slice(text.indexOf(HEADING)).split(/\n## (?!ASVS)/)[0];
  const rows = section.split("\n").flatMap((line) => {
    const [, number, level, , how] = ROW.exec(line) ?? [];
    return number ? [{ number, level, how }] : [];
  });
  const expected = Object.entries(LEVELS).flatMap(([level, runs]) =>
    numbersOf(runs).map((number) => [number, level]),
  );
  const levelByNumber = new Map(expected);
  return [
    ...expected
      .map(([number]) => [number, rows.filter((row) => row.number === number).length])
      .filter(([, count]) => count !== 1)
      .map(([number, count]) => `${number} has ${count} rows in its tables; it needs one.`),
    ...rows.flatMap((row) => problemsOfRow(row, levelByNumber)),
    ...problemsOfCounts(section, rows),
  ];
}

/** The numbers of runs such as "1.1.1-3 1.2.1". */
export function numbersOf(runs) {
  return runs.split(" ").flatMap((run) => {
    const [, section, first, last = first] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(run);
    return Array.from({ length: last - first + 1 }, (_, index) => `${section}.${Number(first) + index}`);
  });
}

function problemsOfRow({ number, level, how }, levelByNumber) {
  if (!levelByNumber.has(number)) return [`${number} is not a requirement of level 1 or 2.`];
  if (levelByNumber.get(number) !== level) return [`${number} is of level ${levelByNumber.get(number)}.`];
  const check = STATES[stateOf(how)];
  if (!check) return [`${number} must begin with one of: ${Object.keys(STATES).join(", ")}.`];
  const problem = check(how);
  return problem ? [`${number} ${problem}: ${how}`] : [];
}

const stateOf = (how) => how.split(":")[0];

/** The line with the counts must match the tables, and the list above must contain every open number. */
function problemsOfCounts(section, rows) {
  const count = (state) => rows.filter(({ how }) => stateOf(how) === state).length;
  const line = `${rows.length} requirements: ${count("holds")} hold, ${count("documented")} are documented, ${count("does not apply")} do not apply, ${count("open")} are open.`;
  const [introduction] = section.split("\n### ");
  const listed = introduction.match(/\b\d+\.\d+\.\d+\b/g) ?? [];
  const open = rows.filter(({ how }) => stateOf(how) === "open").map(({ number }) => number);
  return [
    ...(introduction.includes(line) ? [] : [`The counts must read: ${line}`]),
    ...open
      .filter((number) => !listed.includes(number))
      .map((number) => `${number} is open, but not in the list.`),
  ];
}

/** Why a link has no matching heading; null if it has. */
function problemOfLink([, path, anchor]) {
  const file = path === "" ? DOCUMENT : join(dirname(DOCUMENT), path);
  if (/^https?:/.test(path)) return null;
  if (!existsSync(join(ROOT, file))) return `links ${file}, which does not exist`;
  const headings = readFileSync(join(ROOT, file), "utf8").match(/^#+ .+$/gm) ?? [];
  return anchor && headings.map(anchorOf).includes(anchor) ? null : `links no heading of ${file}: #${anchor}`;
}

/** Same format as on GitHub. */
function anchorOf(heading) {
  const words = heading.replace(/^#+ /, "").toLowerCase();
  return words.replace(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-");
}
