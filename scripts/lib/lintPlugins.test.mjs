import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bin, ROOT, runQuietly } from "./run.mjs";

const PLUGINS = ["cutText", "literalSpread", "timedWaits"].map((name) => `scripts/lib/${name}.grit`);
let folder;

/** A folder with the linter's settings of this repository, without its files. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lint-"));
  const settings = JSON.parse(readFileSync(join(ROOT, "biome.json"), "utf8"));
  writeFileSync(join(folder, "biome.json"), JSON.stringify({ ...settings, vcs: { enabled: false } }));
  for (const plugin of PLUGINS) cpSync(join(ROOT, plugin), join(folder, plugin));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The lines that a plugin reports with a message, by number. */
async function reportedLines(path, source, message) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, source);
  const { output } = await runQuietly(bin("biome"), [
    "lint",
    "--reporter=github",
    `--config-path=${folder}`,
    file,
  ]);
  const reported = output.split("\n").filter((line) => line.includes(message));
  return reported.map((line) => Number(/line=(\d+)/.exec(line)[1]));
}

const TEXTS = "half a character";
const TEXTS_SOURCE = `
export const cut = (text, list, digest) => [
  text.slice(0, MAX_LENGTH),
  text.trim().substring(0, LABEL_MAX_LENGTH - 1),
  text?.slice(0, 4_000),
  text
    .trim()
    .slice(0, 40),
  digest.update(text).digest("hex").slice(0, ID_LENGTH),
  hash.slice(0, 40),
  text.slice(0, text.indexOf("/")),
  new Date(0).toISOString().slice(0, 10),
  list.slice(0, MAX_SHOWN),
  text.slice(MAX_LENGTH),
  cutText(text, MAX_LENGTH),
];
`;

it("reports texts that are truncated by UTF-16 units, but no digests, dates and lists", async () => {
  expect(await reportedLines("packages/measure/src/a.ts", TEXTS_SOURCE, TEXTS)).toEqual([3, 4, 5, 8]);
  expect(await reportedLines("apps/server/src/ingest/a.ts", TEXTS_SOURCE, TEXTS)).toHaveLength(4);
});

it("ignores texts in tests", async () => {
  expect(await reportedLines("packages/measure/src/a.test.ts", TEXTS_SOURCE, TEXTS)).toEqual([]);
});

const WAITS = "Wait for an event";
const WAITS_SOURCE = `
await page.waitForTimeout(300);
await new Promise((resolve) => setTimeout(resolve, WHILE));
await new Promise((done) => {
  setTimeout(done, 300);
  once(page, done);
});
await page.clock.runFor(300);
test.setTimeout(150_000);
`;

it("reports waits of a fixed time in browser tests, but no time limits", async () => {
  expect(await reportedLines("e2e/a.spec.ts", WAITS_SOURCE, WAITS)).toEqual([2, 3]);
  expect(await reportedLines("e2e/recordDemo.ts", WAITS_SOURCE, WAITS)).toEqual([]);
});

const SPREADS_SOURCE = `
export const list = [1, ...["a", "b"], ...rest, ...(isOn ? [2] : []), ...["c"].map(draw)];
export const fields = { ...rest, ...(isOn && { a }), ...{ a, b } };
export const names = [...(["a", "b"] as const), ...(isOn ? (["c"] as const) : [])];
export const sum = add(...rest, ...[1, 2]);
export const [first, ...[second]] = list;
export const Card = () => (
  <Frame title="A" {...rest} {...(isOn && { a })} {...{ [NAME]: "a" }}>
    <Text {...{ a, b }} />
    <Text
      {...{
        a,
        b: { c },
      }}
    />
  </Frame>
);
`;

it.each([
  "apps/console/src/Card.tsx",
  "apps/site/src/Card.test.tsx",
  "packages/ui/src/Card.tsx",
  "e2e/Card.tsx",
  "bench/Card.tsx",
  "scripts/Card.tsx",
])("reports literals that are spread into props, fields and elements: %s", async (path) => {
  expect(await reportedLines(path, SPREADS_SOURCE, "without a spread")).toEqual([2, 3, 4, 5, 9, 11]);
});
