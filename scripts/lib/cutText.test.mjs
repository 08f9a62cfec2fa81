import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bin, ROOT, runQuietly } from "./run.mjs";

const PLUGIN = "scripts/lib/cutText.grit";
let folder;

/** A folder with the linter's settings of this repository, without its files. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lint-"));
  const settings = JSON.parse(readFileSync(join(ROOT, "biome.json"), "utf8"));
  writeFileSync(join(folder, "biome.json"), JSON.stringify({ ...settings, vcs: { enabled: false } }));
  cpSync(join(ROOT, PLUGIN), join(folder, PLUGIN));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The lines that the plugin reports, by number. */
async function reportedLines(path, source) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, source);
  const { output } = await runQuietly(bin("biome"), [
    "lint",
    "--reporter=github",
    `--config-path=${folder}`,
    file,
  ]);
  return [...output.matchAll(/line=(\d+).*half a character/g)].map(([, line]) => Number(line));
}

const SOURCE = `
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

it("reports texts that are cut by UTF-16 units, but no digests, dates and lists", async () => {
  expect(await reportedLines("packages/measure/src/a.ts", SOURCE)).toEqual([3, 4, 5, 8]);
  expect(await reportedLines("apps/server/src/collect/a.ts", SOURCE)).toHaveLength(4);
});

it("leaves tests alone", async () => {
  expect(await reportedLines("packages/measure/src/a.test.ts", SOURCE)).toEqual([]);
});
