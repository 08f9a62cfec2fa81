import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Json, PAGE_SECTIONS, SECTIONS_ITEM } from "@marquee/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { CONTENT_DIR } from "../../../testing/realContent.ts";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import { changePart } from "../changePart.ts";
import { editFile } from "../editFile.ts";
import { readSiteContent } from "../readSiteContent.ts";
import { applyOverlay, servedContent } from "../siteContent.ts";
import { completeSections, readSections } from "./sections.ts";

const HOME = (PAGE_SECTIONS.home ?? []).map(({ id }) => id);
let dir: string;

beforeEach(() => {
  dir = temporaryDir();
});

const write = (value: unknown) => writeFileSync(join(dir, "sections.json"), JSON.stringify(value));
const overlay = (changes: Record<string, Json>) => new Map([[SECTIONS_ITEM, changes]]);

describe("readSections", () => {
  it("uses the code's order without a file; a file may omit entries", async () => {
    expect((await readSections(dir)).home).toEqual({ order: HOME, hidden: [] });
    write({ home: { order: ["hero", "faq"], hidden: ["moving"] } });
    const { home, pricing } = await readSections(dir);
    expect(home?.order.slice(0, 3)).toEqual(["hero", "facts", "views"]);
    expect(home?.order.indexOf("faq")).toBe(home?.order.length ? home.order.length - 2 : 0);
    expect(home?.hidden).toEqual(["moving"]);
    expect(pricing?.hidden).toEqual([]);
  });

  it.each([
    [{ home: { hidden: ["hero"] } }, "content/sections.json, home.hidden: Hero can’t be hidden."],
    [
      { home: { order: ["faq", "faq"] } },
      'content/sections.json, home.order: The section "faq" is listed twice.',
    ],
    [{ home: { order: ["nope"] } }, 'home.order: This page has no section "nope".'],
    [{ home: ["hero"] }, "content/sections.json, home: This must be an object with order and hidden."],
    [{ home: { place: [] } }, "home.place: This is an unknown property. Use order and hidden."],
    [{ imprint: { order: [] } }, "There is no page imprint with sections."],
    [[], "content/sections.json: This must be an object of sections by page."],
  ])("rejects %j with its position", async (value, message) => {
    write(value);
    await expect(readSections(dir)).rejects.toThrow(message);
    await expect(readSections(dir)).rejects.toThrow("Correct example:");
  });
});

describe("changes of sections", () => {
  const base = completeSections({});

  it("uses the rest of a list after a release removed sections, and reports it", () => {
    const value = ["hero", "removed", "faq", "facts"];
    const { part, unused } = changePart(SECTIONS_ITEM, base, { "/home/order": value });
    expect(part.home?.order.filter((id) => ["faq", "facts"].includes(id))).toEqual(["faq", "facts"]);
    expect(unused).toEqual([
      {
        item: SECTIONS_ITEM,
        pointer: "/home/order",
        value,
        problem: expect.stringContaining('no section "removed"'),
      },
    ]);
  });

  it.each<[string, Json, string]>([
    ["/home/hidden", ["hero"], "Hero can’t be hidden."],
    ["/home/order", ["hero", "faq", "faq"], "listed twice"],
    ["/home/order", "faq", "This must be a list of texts."],
    ["/home/order", [["faq"]], "This must be a list of texts."],
    ["/home/order/0", "faq", "have this field"],
    ["/home", [], "have this field"],
    ["/__proto__/order", ["faq"], "have this field"],
    ["/imprint/order", [], "have this field"],
  ])("ignores only %s %j", (pointer, value, problem) => {
    const { part, unused } = changePart(SECTIONS_ITEM, base, {
      "/pricing/hidden": ["faq"],
      [pointer]: value,
    });
    expect(part).toEqual({ ...base, pricing: { ...base.pricing, hidden: ["faq"] } });
    expect(unused).toMatchObject([{ pointer, problem: expect.stringContaining(problem) }]);
  });
});

it("reaches the copy of its page in every language, and nothing else; the order of the code adds nothing", async () => {
  const files = await readSiteContent(CONTENT_DIR, CONTENT_DIR);
  expect(servedContent(applyOverlay(files, overlay({ "/home/order": HOME })).content).version).toBe(
    files.version,
  );
  const served = servedContent(applyOverlay(files, overlay({ "/home/hidden": ["faq"] })).content);
  for (const locale of ["en", "de"] as const) {
    const { home, ...otherTexts } = served.copy[locale];
    const { home: before, ...same } = files.copy[locale];
    expect(home).toEqual({ ...(before as object), sections: HOME.filter((id) => id !== "faq") });
    expect(otherTexts).toEqual(same);
  }
  // The texts themselves stay unchanged, for the editor.
  const { content } = applyOverlay(files, overlay({ "/home/hidden": ["faq"] }));
  expect(content.copy).toEqual(files.copy);
});

it("follows a file in the content folder", async () => {
  cpSync(join(CONTENT_DIR, "catalog.json"), join(dir, "catalog.json"));
  write({ lp: { hidden: ["plan"] } });
  const { sections } = await readSiteContent(dir, CONTENT_DIR);
  expect(sections.lp?.hidden).toEqual(["plan"]);
});

it("is written into its file, which may lack the page, with each list on one line if it fits", () => {
  const first = editFile("sections.json", "{}\n", { "/lp/hidden": ["plan"] });
  expect(first).toBe('{\n  "lp": {\n    "hidden": ["plan"]\n  }\n}\n');
  const second = editFile("sections.json", first ?? "", { "/lp/hidden": [], "/lp/order": ["hero", "teams"] });
  expect(second).toBe('{\n  "lp": {\n    "hidden": [],\n    "order": ["hero", "teams"]\n  }\n}\n');
});
