import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import type { WrittenPaths } from "./hiddenPages.ts";
import type { ItemOverlay } from "./kinds/kindDeclaration.types.ts";
import { readSiteContent } from "./readSiteContent.ts";

import { applyOverlay, servedContent, startSiteContent } from "./siteContent.ts";

const CONTENT = join(import.meta.dirname, "../../../../../content");

let dir: string;

beforeEach(() => {
  dir = temporaryDir();
  cpSync(join(CONTENT, "copy"), join(dir, "copy"), { recursive: true });
  cpSync(join(CONTENT, "catalog.json"), join(dir, "catalog.json"));
});

/** Sets a member of a JSON file by its path; undefined removes it. */
function change(name: string, path: string, value: unknown): void {
  const file = join(dir, name);
  const json: unknown = JSON.parse(readFileSync(file, "utf8"));
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  const parent = keys.reduce((node, key) => Reflect.get(node as object, key), json);
  Reflect.set(parent as object, last, value);
  writeFileSync(file, JSON.stringify(json));
}

describe("readSiteContent", () => {
  it("reads every copy file and the catalog; the version changes with them and only with them", async () => {
    const content = await readSiteContent(dir, CONTENT);
    expect(content.copy.de.pricing).toEqual(
      JSON.parse(readFileSync(join(CONTENT, "copy/de/pricing.json"), "utf8")),
    );
    expect(content.catalog.plans.unlimited.pricing.yearly.perMonth).toBe(7);
    expect(content.version).toMatch(/^[0-9a-f]{16}$/);
    expect((await readSiteContent(dir, CONTENT)).version).toBe(content.version);
    change("copy/it/shell.json", "nav.label", "Altro");
    const texts = await readSiteContent(dir, CONTENT);
    change("catalog.json", "addOns.brain.perMonth", 10);
    const prices = await readSiteContent(dir, CONTENT);
    expect(new Set([content.version, texts.version, prices.version]).size).toBe(3);
  });

  it("decodes the entities in descriptions", async () => {
    change("copy/en/pricing.json", "meta.description", "R&amp;D &lt; 10 &#x27;seats&#x27;");
    change("copy/en/pricing.json", "plans.free.description", "Best for &quot;one&quot;");
    change("copy/en/pricing.json", "plans.free.name", "Free &amp; easy");
    const { en } = (await readSiteContent(dir, CONTENT)).copy;
    expect(en.pricing).toMatchObject({
      meta: { description: "R&D < 10 'seats'" },
      plans: { free: { description: 'Best for "one"', name: "Free &amp; easy" } },
    });
  });

  it.each<[string, string, string, unknown, string]>([
    [
      "a price below zero",
      "catalog.json",
      "addOns.brain.perMonth",
      -1,
      "content/catalog.json, addOns.brain.perMonth: This must be >= 0. Correct example: ",
    ],
    [
      "a price per month that contradicts the price",
      "catalog.json",
      "plans.business.pricing.yearly.perMonth",
      14,
      "content/catalog.json, plans.business.pricing.yearly.perMonth: This contradicts the price of 144, billed yearly. Write 12, or change the price.",
    ],
    [
      "a written price that contradicts the price",
      "catalog.json",
      "plans.business.pricing.yearly.displayPrice",
      { de: "14 $" },
      'plans.business.pricing.yearly.displayPrice.de: "14 $" contradicts the price, which is 12\u00a0$ a month.',
    ],
    [
      "an unknown feature",
      "catalog.json",
      "plans.free.features.4",
      "teleport",
      "content/catalog.json, plans.free.features.4: ",
    ],
    [
      "an unknown member",
      "catalog.json",
      "plans.free.discount",
      3,
      "content/catalog.json, plans.free.discount: This is an unknown property. ",
    ],
    [
      "a missing text",
      "copy/de/pricing.json",
      "plans.free.name",
      undefined,
      'content/copy/de/pricing.json, plans.free.name: This is missing. Correct example: "Free Forever"',
    ],
    [
      "a text that the English file does not have",
      "copy/de/pricing.json",
      "plans.free.motto",
      "Los",
      "content/copy/de/pricing.json, plans.free.motto: The English file has nothing here. Remove it.",
    ],
    [
      "an empty text",
      "copy/en/home.json",
      "hero.title",
      "",
      "content/copy/en/home.json, hero.title: This text is empty.",
    ],
    [
      "another kind of value",
      "copy/fr-FR/pricing.json",
      "faq.items",
      "Questions",
      "content/copy/fr-FR/pricing.json, faq.items: This is a string instead of a list.",
    ],
  ])("rejects %s with its position", async (_what, file, path, value, message) => {
    change(file, path, value);
    await expect(readSiteContent(dir, CONTENT)).rejects.toThrow(message);
  });

  it("rejects a file that is not JSON", async () => {
    writeFileSync(join(dir, "copy/de/shell.json"), "{");
    await expect(readSiteContent(dir, CONTENT)).rejects.toThrow("content/copy/de/shell.json: Invalid JSON");
  });

  it("takes texts or catalog from the product if the content folder has none", async () => {
    change("catalog.json", "addOns.brain.perMonth", 10);
    rmSync(join(dir, "copy"), { recursive: true });
    const { catalog, copy } = await readSiteContent(dir, CONTENT);
    expect(catalog.addOns.brain.perMonth).toBe(10);
    expect(copy.it).toHaveProperty("pricing");
    rmSync(join(dir, "catalog.json"));
    expect((await readSiteContent(dir, CONTENT)).catalog.addOns.brain.perMonth).toBe(9);
  });
});

describe("startSiteContent", () => {
  it("follows valid changes; after an invalid one, logs the error and keeps the last valid content", async () => {
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
    const content = await startSiteContent({ contentDir: dir, baseDir: CONTENT, log });
    const onChange = vi.fn();
    content.onChange(onChange);
    try {
      change("copy/en/shell.json", "nav.label", "");
      await vi.waitFor(
        () => expect(lines.join()).toContain("shell.json, nav.label: This text is empty."),
        10_000,
      );
      expect(content.values().copy.en.shell).not.toHaveProperty("nav.label", "");
      expect(onChange).not.toHaveBeenCalled();
      change("copy/en/shell.json", "nav.label", "Sections");
      await vi.waitFor(
        () => expect(content.values().copy.en.shell).toHaveProperty("nav.label", "Sections"),
        10_000,
      );
      expect(onChange).toHaveBeenCalled();
    } finally {
      content.stop();
    }
  });
});

it("does not link to pages that are hidden or removed from the navigation, in their language", async () => {
  const files = await readSiteContent(CONTENT, CONTENT);
  const shellOf = (changes: Record<string, ItemOverlay>, locale: "en" | "de" = "en", linked?: WrittenPaths) =>
    servedContent(applyOverlay(files, new Map(Object.entries(changes))).content, linked).copy[locale]
      .shell as ShellLabels;
  type ShellLabels = {
    product: { brain: { label: string } };
    nav: { brain: string };
    footer: Record<string, string>;
    writtenPaths?: Record<string, string>;
  };
  const pages = {
    accessibility: { en: "/accessibility" },
    templates: { en: "/templates", de: "/de/vorlagen" },
    guide: { de: "/de/guide" },
  };
  const { footer, product, writtenPaths } = shellOf({}, "en", pages);
  expect([footer.security, footer.guide, footer.accessibility]).toEqual(["", "", "Accessibility"]);
  expect(writtenPaths).toBeUndefined();
  // A language links to its own pages, otherwise to the English ones.
  const inGerman = shellOf({}, "de", pages);
  expect(inGerman.writtenPaths).toEqual({ templates: "/de/vorlagen", guide: "/de/guide" });
  expect([inGerman.footer.security, inGerman.footer.guide]).toEqual(["", "Ihre erste Woche"]);
  expect(product.brain.label).not.toBe("");
  const german = { "copy:de:brain": { "/hidden": true } };
  expect([shellOf(german, "de").product.brain.label, shellOf(german, "de").nav.brain]).toEqual(["", ""]);
  // Pages in other languages link to their German translation.
  expect(shellOf(german)).toEqual({ ...(files.copy.en.shell as object), hiddenPages: ["de/brain"] });
  // The texts themselves stay unchanged, for the editor.
  const { content } = applyOverlay(files, new Map(Object.entries(german)));
  expect(content.copy.de.shell).toEqual(files.copy.de.shell);
  expect(servedContent(files).version).toBe(files.version);
});
