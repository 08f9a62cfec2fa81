import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeDescriptions, type Json, parsePointer, valueAt } from "@marquee/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { CONTENT_DIR } from "../../testing/realContent.ts";
import { editFile } from "./editFile.ts";
import { newJsonFile } from "./editJson.ts";
import { eachField } from "./overlay.ts";
import { parsePageFile } from "./parsePageFile.ts";

/** Every text of the site's content, with its file. */
function everyText(): { path: string; text: string; pointer: string }[] {
  const files = readdirSync(CONTENT_DIR, { recursive: true, encoding: "utf8" }).filter((path) =>
    /^(?:copy[/\\].*\.json|pages[/\\].*|catalog\.json)$/.test(path),
  );
  return files.flatMap((path) => {
    if (!/\.(?:json|md)$/.test(path)) return [];
    const text = readFileSync(join(CONTENT_DIR, path), "utf8");
    const fields: { path: string; text: string; pointer: string }[] = [];
    eachField(path === "catalog.json" ? "catalog" : "copy:en:x", itemOf(path, text), (pointer, value) => {
      if (typeof value === "string") fields.push({ path, text, pointer });
    });
    return fields;
  });
}

function itemOf(path: string, text: string): Json {
  if (!path.startsWith("pages")) return decodeDescriptions(JSON.parse(text) as Json);
  return parsePageFile({ name: path.replaceAll("\\", "/").slice("pages/".length), text }).item ?? null;
}

/** Lines of one text that are missing from the other. */
function changedLines(before: string, after: string): number {
  const [old, next] = [before.split("\n"), after.split("\n")];
  expect(next.length).toBe(old.length);
  return old.filter((line, index) => line !== next[index]).length;
}

/** Fields of pages that are not single-line texts, or that come from the file's name. */
const CHECKED = ["/markdown", "/updated", "/link", "/image", "/path"];

it("changes one line of a file for one text, and nothing else", () => {
  const line = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
    .filter((text) => !/[\r\n\u2028\u2029\u0085]/.test(text));
  const texts = everyText().filter(({ pointer }) => !CHECKED.includes(pointer));
  fc.assert(
    fc.property(fc.constantFrom(...texts), line, ({ path, text, pointer }, value) => {
      const edited = editFile(path, text, { [pointer]: `x ${value}` }) ?? "";
      expect(changedLines(text, edited)).toBe(1);
      expect(valueAt(itemOf(path, edited), parsePointer(pointer) ?? [])).toBe(`x ${value}`);
    }),
  );
});

const PAGE = `---\r\n# Shown in search\r\ntitle: 'A page'  # short\r\ndescription: R&amp;D\r\n---\r\n\r\nOne\r\n\r\nTwo\r\n`;

it("keeps comments, quotes, line ends and empty lines of a page", () => {
  const changes = { "/title": "It's new: really", "/markdown": "One\n\nThree", "/updated": "2026-11-25" };
  expect(editFile("pages/en/a.md", PAGE, changes)).toBe(
    `---\r\n# Shown in search\r\ntitle: 'It''s new: really'  # short\r\ndescription: R&amp;D\r\nupdated: 2026-11-25\r\n---\r\n\r\nOne\r\n\r\nThree\r\n`,
  );
});

it("writes descriptions so that they are read back as published", () => {
  for (const description of [
    "R&D",
    "R&amp;D",
    "&#39; &lt;b>",
    "a: b # c",
    "- x",
    "'",
    '"',
    "two\nlines",
    "yes",
    "1",
  ]) {
    const edited = editFile("pages/en/a.md", PAGE, { "/description": description }) ?? "";
    expect(parsePageFile({ name: "en/a.md", text: edited }).page.description).toBe(description);
    const json =
      editFile("copy/en/a.json", `{ "description": "x" }\n`, { "/description": description }) ?? "";
    expect(decodeDescriptions(JSON.parse(json))).toEqual({ description });
  }
});

it("replaces a folded description and texts of any lines", () => {
  const folded = PAGE.replace("R&amp;D", ">\r\n  long\r\n  text");
  const edited = editFile("pages/en/a.md", folded, { "/description": "short" }) ?? "";
  expect(edited).toBe(PAGE.replace("R&amp;D", "short"));
  const words = fc
    .array(fc.constantFrom("a", "b", "", "---", "# x"), { maxLength: 8 })
    .map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(words, words, (before, after) => {
      const page = `---\ntitle: A\ndescription: B\n---\n${before}`;
      const text = editFile("pages/en/a.md", page, { "/markdown": after }) ?? "";
      const { body } = parsePageFile({ name: "en/a.md", text }).page;
      const source = body.format === "markdown" ? body.source : "";
      expect(source.replace(/^\n+/, "").trimEnd()).toBe(after.replace(/^\n+/, "").trimEnd());
    }),
  );
});

it("writes lists as Biome does, and adds a date to a page in JSON", () => {
  const catalog = `{\n  "plans": { "free": { "features": ["tasks"] } },\n  "x": 1\n}\n`;
  const add = (features: string[]) => editFile("catalog.json", catalog, { "/plans/free/features": features });
  expect(add(["tasks", "docs"])).toBe(catalog.replace('["tasks"]', '["tasks", "docs"]'));
  const long = Array.from({ length: 9 }, (_, index) => `a-long-feature-${index}`);
  expect(JSON.parse(add(long) ?? "").plans.free.features).toEqual(long);
  expect(add(long)).toContain(`"features": [\n    "a-long-feature-0",`);
  const page = `{\n  "title": "A",\n  "description": "B",\n  "document": {}\n}\n`;
  expect(editFile("pages/en/a.json", page, { "/updated": "2026-11-25" })).toBe(
    page.replace('"B",', '"B",\n  "updated": "2026-11-25",'),
  );
  expect(newJsonFile({ a: [1, 2], b: { c: [] } })).toBe('{\n  "a": [1, 2],\n  "b": {\n    "c": []\n  }\n}\n');
});

it("changes nothing where a file has no such place", () => {
  expect(editFile("copy/en/a.json", `{ "a": { "b": "x" } }`, { "/a/c": "y" })).toBeNull();
  expect(editFile("copy/en/a.json", "[", { "/a/c": "y" })).toBeNull();
});

it("writes the monthly price next to the price", () => {
  const path = "catalog.json";
  const text = readFileSync(join(CONTENT_DIR, path), "utf8");
  const edited = editFile(path, text, { "/plans/business/pricing/yearly/price": 168 }) ?? "";
  expect(changedLines(text, edited)).toBe(2);
  expect(valueAt(itemOf(path, edited), ["plans", "business", "pricing", "yearly"])).toMatchObject({
    price: 168,
    perMonth: 14,
  });
});
