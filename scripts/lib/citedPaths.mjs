import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./run.mjs";

/** Matches paths of this repository in backticks, by their top-level folder. */
const OURS = /^(apps|packages|content|e2e|bench|docs|scripts)\/[\w./-]+$/;

/**
 * Checks that every path of this repository that a document names or links exists.
 * @returns 1 if a check fails, otherwise 0.
 */
export function checkCitedPaths() {
  const problems = documents().flatMap(missingIn);
  for (const line of problems) console.error(`  ${line}`);
  return problems.length === 0 ? 0 : 1;
}

function documents() {
  const inFolders = ["docs", "packages", "apps", "bench", "e2e"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true })
      .filter((name) => name.endsWith(".md") && !name.includes("node_modules") && !name.includes("dist/"))
      .map((name) => join(folder, name)),
  );
  return [...readdirSync(ROOT).filter((name) => name.endsWith(".md")), ...inFolders];
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
