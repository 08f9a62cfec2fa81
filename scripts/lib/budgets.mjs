import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "./run.mjs";

const KB = 1024;
const CLIENT_DIR = join(ROOT, "apps/site/dist/client");

/** Most gzip bytes that a browser may have to fetch. What counts is the entry with everything it imports statically. */
const BUDGETS = [
  {
    what: "JS before hydration (measurement and the hydration scheduler)",
    entries: ["src/entry-boot.ts"],
    limit: 12 * KB,
  },
  { what: "CSS in every document", entries: ["src/styles.css"], limit: 14 * KB },
  ...["home", "pricing", "lp", "lp-project-management", "brain", "lp-ai", "lp-gantt"].map((page) => ({
    what: `JS after hydration: ${page}`,
    entries: ["src/entry-boot.ts", "src/entry-client.tsx", `src/routes/${page}.tsx`],
    limit: 100 * KB,
  })),
];

/** Prints each browser entry's size against its budget. @returns 1 when one is over, else 0. */
export function checkBudgets() {
  const manifest = JSON.parse(readFileSync(join(CLIENT_DIR, ".vite/manifest.json"), "utf8"));
  let exitCode = 0;
  for (const { what, entries, limit } of BUDGETS) {
    const bytes = sumOf(filesOf(entries, manifest));
    const isOver = bytes > limit;
    if (isOver) exitCode = 1;
    console.log(`  ${isOver ? "OVER " : ""}${what}: ${inKb(bytes)} of ${inKb(limit)} KB gzip`);
  }
  return exitCode;
}

/** Every file that loading `entries` brings, each once. */
function filesOf(entries, manifest, found = new Set()) {
  for (const entry of entries) {
    const chunk = manifest[entry];
    if (!chunk) throw new Error(`The build has no ${entry}; correct BUDGETS in scripts/lib/budgets.mjs.`);
    if (found.has(chunk.file)) continue;
    found.add(chunk.file);
    filesOf(chunk.imports ?? [], manifest, found);
  }
  return found;
}

function sumOf(files) {
  let sum = 0;
  for (const file of files) sum += gzipSync(readFileSync(join(CLIENT_DIR, file)), { level: 9 }).byteLength;
  return sum;
}

function inKb(bytes) {
  return (bytes / KB).toFixed(1);
}
