import { readdirSync, readFileSync } from "node:fs";
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
];
const PAGE_LIMIT = 110 * KB;

/** Prints each browser entry's size against its budget. @returns 1 when one is over, else 0. */
export function checkBudgets() {
  const manifest = JSON.parse(readFileSync(join(CLIENT_DIR, ".vite/manifest.json"), "utf8"));
  let exitCode = 0;
  for (const { what, entries, limit } of [...BUDGETS, ...pageBudgets(manifest)]) {
    const bytes = sumOf(filesOf(entries, manifest));
    const isOver = bytes > limit;
    if (isOver) exitCode = 1;
    console.log(`  ${isOver ? "OVER " : ""}${what}: ${inKb(bytes)} of ${inKb(limit)} KB gzip`);
  }
  return exitCode;
}

/** One budget for each page that hydrates: the pages of `routes/` that reached the browser's build. */
function pageBudgets(manifest) {
  const pages = readdirSync(join(ROOT, "apps/site/src/routes")).map((file) => `src/routes/${file}`);
  return pages
    .filter((page) => manifest[page])
    .map((page) => ({
      what: `JS after hydration: ${page.replace("src/routes/", "").replace(".tsx", "")}`,
      entries: ["src/entry-boot.ts", "src/entry-client.tsx", page],
      limit: PAGE_LIMIT,
    }));
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
