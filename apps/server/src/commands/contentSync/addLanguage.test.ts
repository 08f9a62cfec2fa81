import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { CONTENT_DIR } from "../../testing/realContent.ts";
import { createTemporaryDir } from "../../testing/temporaryDir.ts";
import { addLanguage } from "./addLanguage.ts";

let dir: string;

beforeEach(() => {
  dir = createTemporaryDir();
  for (const part of ["languages.json", "copy/en", "copy/de"])
    cpSync(join(CONTENT_DIR, part), join(dir, part), { recursive: true });
});

const read = (path: string) => readFileSync(join(dir, path), "utf8");

it("adds a language as copies of the English texts, hidden from visitors, and one line to the list", async () => {
  const before = read("languages.json");
  const files = await addLanguage({ contentDir: dir, baseDir: dir, locale: "sv" });
  expect(files).toContain("copy/sv/home.json");
  expect(readdirSync(join(dir, "copy/sv"))).toEqual(readdirSync(join(dir, "copy/de")));
  expect(read("copy/sv/home.json")).toBe(read("copy/en/home.json"));
  expect(read("copy/sv/shell.json")).toBe(
    read("copy/en/shell.json").replace('"hidden": false', '"hidden": true'),
  );
  expect(read("languages.json")).toBe(
    before.replace(/ \}\n\}\n$/, ' },\n  "sv": { "name": "Svenska", "openGraph": "sv_SE" }\n}\n'),
  );
});

it("accepts a different name", async () => {
  await addLanguage({ contentDir: dir, baseDir: dir, locale: "nl-BE", name: " Vlaams " });
  expect(JSON.parse(read("languages.json"))["nl-BE"]).toEqual({ name: "Vlaams", openGraph: "nl_BE" });
});

it.each([
  ["de", "already has de"],
  ["lp", "not a language"],
  ["SV", "not a language"],
  ["../en", "not a language"],
  ["", "not a language"],
])("rejects %j", async (locale, message) => {
  await expect(addLanguage({ contentDir: dir, baseDir: dir, locale })).rejects.toThrow(message);
  expect(existsSync(join(dir, "copy/sv"))).toBe(false);
});
