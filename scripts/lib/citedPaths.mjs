import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./run.mjs";

/** Matches paths of this repository in backticks, by their top-level folder. */
const OURS = /^(apps|packages|content|e2e|bench|docs|scripts)\/[\w./-]+$/;

/** Document whose table rows name the code and the test of each statement of the specification. */
const COVERAGE = "docs/specification-coverage.md";
const TEST = /\.(test|spec)\.tsx?$/;

/**
 * Checks that every path of this repository that a document names or links exists, and that {@link COVERAGE} names code and a test in every row.
 * @returns 1 if a check fails, otherwise 0.
 */
export function checkCitedPaths() {
  const problems = [...documents().flatMap(missingIn), ...uncoveredRows()];
  for (const line of problems) console.error(`  ${line}`);
  return problems.length === 0 ? 0 : 1;
}

/** Rows of {@link COVERAGE} without code, or without a test unless they say what is open. */
function uncoveredRows() {
  const rows = readFileSync(join(ROOT, COVERAGE), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (statement|---) /.test(line));
  return rows
    .filter((row) => {
      const paths = namedIn(row);
      const hasTest = paths.some((path) => TEST.test(path)) || / open: /.test(row);
      return !(hasTest && paths.some((path) => !TEST.test(path)));
    })
    .map((row) => `${COVERAGE} must name code and a test in: ${row}`);
}

function documents() {
  const inFolders = ["docs", "packages", "apps", "bench", "e2e"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true })
      .filter((name) => name.endsWith(".md") && !name.includes("node_modules") && !name.includes("dist/"))
      .map((name) => join(folder, name)),
  );
  return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...inFolders];
}

/** The paths of this repository that a text names in backticks. */
function namedIn(text) {
  return [...text.matchAll(/`([^`\s]+)`/g)].map((match) => match[1]).filter((path) => OURS.test(path));
}

function missingIn(document) {
  const text = readFileSync(join(ROOT, document), "utf8");
  const named = namedIn(text);
  const linked = [...text.replace(/`[^`\n]+`/g, "").matchAll(/\]\(([^)#\s:]+)(#[^)]*)?\)/g)].map((match) =>
    join(dirname(document), match[1]),
  );
  return [...new Set([...named, ...linked])]
    .filter((path) => !existsSync(join(ROOT, path)))
    .map((path) => `${document} names ${path}, which does not exist.`);
}
