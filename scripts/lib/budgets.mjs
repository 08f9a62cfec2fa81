import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { currentBuild } from "./builds.mjs";
import { buildCore } from "./measureCore.mjs";
import { ROOT } from "./run.mjs";

const KB = 1024;

/** Maximum gzip bytes that a browser may have to download. Counts the entry with all its static imports. */
const BUDGETS = [
  {
    what: "JS before hydration (measurement and the hydration scheduler)",
    entries: ["src/entry-boot.ts"],
    limit: 12.2 * KB,
  },
  { what: "CSS of all pages, loaded before the second", entries: ["src/styles.css"], limit: 15 * KB },
];
/** The rules that a document uses, inlined in it. */
const PAGE_STYLES = { what: "CSS in the document", file: "site/server/pageStyles.json", limit: 11 * KB };
/** Entry that every visitor with consent to measurement downloads. */
const MEASURED = "../../packages/measure/src/interactions/startInteractions.ts";
/** Downloaded by the few visitors whose session is recorded, in addition to {@link MEASURED}. The compression worker does not count. */
const RECORDER = {
  what: "session recorder",
  entry: "../../packages/measure/src/replay/startRecording.ts",
  limit: 30 * KB,
};
const PAGE_LIMIT = 111.6 * KB;
/** Loaded before the console's first screen. Other screens are loaded when they are opened. */
const CONSOLE = { what: "JS of the console's start", document: "index.html", limit: 126 * KB };
/** Loaded with the first replay that is opened: rrweb's replayer and the sanitizer for recordings. */
const PLAYER = { what: "JS of the replay player", document: "player.html", limit: 70 * KB };
/** Files that a screen of the console loads besides those of the start: each costs time on a slow main thread. */
const SCREEN_FILES = 20;
/** The JS of these files. It must not contain schemas of routes or their library: see `manualPureFunctions` in `apps/console/vite.config.ts`. */
const SCREEN = { what: "JS of a console screen", limit: 90 * KB };
/** Consent, identity, attribution, and analytics with its queue. Excludes code that is loaded later and the site's part of the boot script. */
const CORE = { what: "measurement core", limit: 8.5 * KB };

/** The script for pages on other hosts, with all that it loads before it measures. */
const SNIPPET = {
  what: "script for other hosts",
  entries: ["src/snippet/loader.ts", "src/snippet/connect.ts"],
  limit: 9.4 * KB,
};
/** Its consent dialog, with the longest of its languages. */
const SNIPPET_DIALOG = {
  what: "consent dialog on other hosts",
  entries: ["src/snippet/consentElement.ts", "src/consent/consentDialog.ts"],
  limit: 6 * KB,
};

/** Prints each browser entry's size and budget. @returns 1 if one exceeds its budget, otherwise 0. */
export async function checkBudgets() {
  const manifest = JSON.parse(readFileSync(clientFile(".vite/manifest.json"), "utf8"));
  const results = [...BUDGETS, ...pageBudgets(manifest)].map(({ what, entries, limit }) =>
    report(what, sumOf(filesOf(entries, manifest)), limit),
  );
  results.push(report(PAGE_STYLES.what, largestSheet(), PAGE_STYLES.limit));
  results.push(report(RECORDER.what, sumOf(recorderFiles(manifest)), RECORDER.limit));
  results.push(report(CORE.what, gzipBytes(await buildCore()), CORE.limit));
  results.push(...snippetBudgets());
  for (const { what, document, limit } of [CONSOLE, PLAYER])
    results.push(report(what, consoleBytes(document), limit));
  results.push(...reportScreens());
  return Math.max(...results);
}

/** The screen of the console with the most files, and the one with the most JS. */
function reportScreens() {
  const manifest = JSON.parse(readFileSync(join(currentBuild(), "console/.vite/manifest.json"), "utf8"));
  const start = filesOf(["index.html"], manifest);
  const screens = Object.keys(manifest)
    .filter((name) => name.startsWith("src/features/"))
    .map((name) => [...filesOf([name], manifest)].filter((file) => !start.has(file)));
  const most = Math.max(...screens.map((files) => files.length));
  const isOver = most > SCREEN_FILES;
  console.log(`  ${isOver ? "OVER " : ""}files of a console screen: ${most} of ${SCREEN_FILES}`);
  const bytesOf = (file) => gzipBytes(readFileSync(join(currentBuild(), "console", file)));
  const largest = Math.max(
    ...screens.map((files) => files.map(bytesOf).reduce((sum, bytes) => sum + bytes, 0)),
  );
  return [isOver ? 1 : 0, report(SCREEN.what, largest, SCREEN.limit)];
}

function snippetBudgets() {
  const file = (name) => join(currentBuild(), "snippet", name);
  const manifest = JSON.parse(readFileSync(file(".vite/manifest.json"), "utf8"));
  const bytesOf = (files) => files.reduce((sum, name) => sum + gzipBytes(readFileSync(file(name))), 0);
  const core = filesOf(SNIPPET.entries, manifest);
  const dialog = [...filesOf(SNIPPET_DIALOG.entries, manifest)].filter((name) => !core.has(name));
  const texts = readdirSync(join(ROOT, "content/copy")).map((locale) => {
    const { consent } = JSON.parse(readFileSync(join(ROOT, "content/copy", locale, "shell.json"), "utf8"));
    return gzipBytes(JSON.stringify(consent));
  });
  return [
    report(SNIPPET.what, bytesOf([...core]), SNIPPET.limit),
    report(SNIPPET_DIALOG.what, bytesOf(dialog) + Math.max(...texts), SNIPPET_DIALOG.limit),
  ];
}

/** Gzip size of the largest of the documents' style sheets. */
function largestSheet() {
  const sheets = Object.values(JSON.parse(readFileSync(join(currentBuild(), PAGE_STYLES.file), "utf8")));
  return Math.max(...sheets.map(gzipBytes));
}

/** Total gzip size of the scripts in a document of the console. */
function consoleBytes(document) {
  const dist = join(currentBuild(), "console");
  const html = readFileSync(join(dist, document), "utf8");
  const files = [...html.matchAll(/"\/console\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file);
  return files.reduce((sum, file) => sum + gzipBytes(readFileSync(join(dist, file))), 0);
}

/** @returns 1 if `bytes` exceeds `limit`, otherwise 0. */
function report(what, bytes, limit) {
  const isOver = bytes > limit;
  console.log(`  ${isOver ? "OVER " : ""}${what}: ${inKb(bytes)} of ${inKb(limit)} KB gzip`);
  return isOver ? 1 : 0;
}

/** One budget for each page that hydrates: the pages of `routes/` in the browser build. */
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

function recorderFiles(manifest) {
  const loadedFiles = filesOf(["src/entry-boot.ts", MEASURED], manifest);
  return [...filesOf([RECORDER.entry], manifest)].filter((file) => !loadedFiles.has(file));
}

/** Every file loaded with `entries`, each once. */
function filesOf(entries, manifest, files = new Set()) {
  for (const entry of entries) {
    const chunk = manifest[entry];
    if (!chunk) throw new Error(`The build has no ${entry}; correct BUDGETS in scripts/lib/budgets.mjs.`);
    if (files.has(chunk.file)) continue;
    files.add(chunk.file);
    filesOf(chunk.imports ?? [], manifest, files);
  }
  return files;
}

function sumOf(files) {
  let sum = 0;
  for (const file of files) sum += gzipBytes(readFileSync(clientFile(file)));
  return sum;
}

/** Path of a file that the site's browsers load. */
function clientFile(name) {
  return join(currentBuild(), "site/client", name);
}

function gzipBytes(content) {
  return gzipSync(content, { level: 9 }).byteLength;
}

function inKb(bytes) {
  return (bytes / KB).toFixed(1);
}
