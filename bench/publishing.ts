import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Figure } from "./support/figure.ts";
import { OWNER, OWNER_SETTINGS } from "./support/owner.ts";
import { createDataDir, type Product, startProduct } from "./support/product.ts";
import { median, percentile } from "./support/statistics.ts";

const PORT = 3190;
const PAGES = 200;
const REVISIONS = 1000;
/** Number of measured publications, the last of the history, and of each other request. */
const MEASURED = 100;
const READS = 30;
const PARAGRAPH =
  "A plan is a promise that somebody keeps. Write down who does what until when, and say so. ";

/**
 * Duration of editors' actions on a site of 200 more pages and a history of 1,000 revisions. A page has ten paragraphs and an image; each revision changes one
 * title. For comparison, committing the same change to as many files with git, which publishes nothing.
 */
export async function measurePublishing(_product: Product, revisions = REVISIONS): Promise<Figure[]> {
  const dataDir = await createDataDir();
  const settings = { ...OWNER_SETTINGS, PUBLIC_URL: `http://127.0.0.1:${PORT}` };
  const product = await startProduct(PORT, dataDir, settings);
  try {
    return await measure(product, revisions);
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(product: Product, revisions: number): Promise<Figure[]> {
  const send = await createSession(product.url);
  const publications: number[] = [];
  const saves: number[] = [];
  const visible: number[] = [];
  for (let revision = 0; revision < revisions; revision += 1) {
    const isNew = revision < PAGES;
    const page = isNew ? revision : (revision * 37) % PAGES;
    const title = `Page ${page}, revision ${revision}`;
    const item = `page:en:bench/page-${page}`;
    const { id } = (await send("POST", "/content/drafts", { name: title })) as { id: number };
    const field = isNew
      ? { pointer: "", value: { title, description: `About page ${page}.`, markdown: textOf(page) } }
      : { pointer: "/title", value: title };
    const put = () => send("PUT", `/content/drafts/${id}/field`, { item, ...field, revision: 0 });
    saves.push(await timed(put));
    const began = performance.now();
    publications.push(await timed(() => send("POST", `/content/drafts/${id}/publish`, { note: "" })));
    if (revisions - revision > MEASURED) continue;
    const html = await (await fetch(`${product.url}/bench/page-${page}`)).text();
    if (!html.includes(title)) throw new Error(`${title} is published, but not served.`);
    visible.push(performance.now() - began);
  }
  const read = async (path: string) => {
    const times: number[] = [];
    for (let run = 0; run < READS; run += 1) times.push(await timed(() => send("GET", path)));
    return times;
  };
  const half = Math.ceil(revisions / 2);
  const reads: [what: string, path: string][] = [
    ["History, latest 50", "/content/revisions"],
    ["History of one page", `/content/revisions?item=${encodeURIComponent("page:en:bench/page-7")}`],
    ["Comparison of one revision", `/content/revisions/${half}`],
    ["Search in all texts", "/content/search?text=promise"],
    ["List of all pages", "/content"],
  ];
  const figures = [
    ...figuresOf("Publish a change of a page", publications.slice(-MEASURED), 1000),
    ...figuresOf("Publish it, until a visitor gets it", visible, 1000),
    ...figuresOf("Save a field", saves.slice(-MEASURED), 300),
  ];
  for (const [what, path] of reads) figures.push(...figuresOf(what, await read(path), 300));
  return [...figures, ...figuresOf("peer: git commit of the same change", commitTimes())];
}

function textOf(page: number): string {
  const paragraphs = Array.from({ length: 10 }, (_, index) => `${index + page}. ${PARAGRAPH.repeat(4)}`);
  return `![A board](guide/board.png)\n\n${paragraphs.join("\n\n")}`;
}

function figuresOf(what: string, times: readonly number[], atMost?: number): Figure[] {
  const aim = atMost === undefined ? {} : { aim: { atMost } };
  return [
    { what: `${what}, median`, value: median(times), unit: "ms", ...aim },
    { what: `${what}, 95th percentile`, value: percentile(times, 0.95), unit: "ms", ...aim },
  ];
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await action();
  return performance.now() - began;
}

/** @returns a function that calls the console's API as its owner. It throws if the call is rejected. */
async function createSession(url: string) {
  const api = `${url}/console/api`;
  const headers = { origin: url, "content-type": "application/json" };
  const signedIn = await fetch(`${api}/sign-in`, { method: "POST", headers, body: JSON.stringify(OWNER) });
  if (!signedIn.ok) throw new Error(`The owner could not sign in: ${signedIn.status}.`);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(";", 1)[0])
    .join("; ");
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(api + path, {
      method,
      headers: { ...headers, cookie },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
}

/** Durations of commits that change one of as many files. */
function commitTimes(): number[] {
  const dir = mkdtempSync(join(tmpdir(), "marquee-bench-"));
  const git = (...parts: string[]) =>
    execFileSync("git", ["-c", "user.name=Bench", "-c", "user.email=bench@example.com", ...parts], {
      cwd: dir,
    });
  const write = (page: number, title: string) =>
    writeFileSync(join(dir, "pages", `page-${page}.md`), `---\ntitle: ${title}\n---\n\n${textOf(page)}\n`);
  try {
    git("init", "--quiet");
    mkdirSync(join(dir, "pages"));
    for (let page = 0; page < PAGES; page += 1) write(page, `Page ${page}`);
    git("add", ".");
    git("commit", "--quiet", "--message", "Pages");
    return Array.from({ length: MEASURED }, (_, revision) => {
      const began = performance.now();
      write((revision * 37) % PAGES, `Revision ${revision}`);
      git("commit", "--quiet", "--all", "--message", `Revision ${revision}`);
      return performance.now() - began;
    });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
