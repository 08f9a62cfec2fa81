import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  completeOrder,
  formatPointer,
  type Json,
  LOCALES,
  type Locale,
  PAGE_SECTIONS,
  parsePointer,
  SECTIONS_ITEM,
  type SectionOrder,
  type SiteContent,
  sectionsProblem,
  shownSections,
} from "@marquee/contract";
import type { UnusedField } from "@marquee/contract/schema";
import { ContentError } from "../../platform/errors/contentError.ts";
import { applyItem, type ItemOverlay } from "./overlay.ts";

type Sections = SiteContent["sections"];

export const SECTIONS_FILE = "sections.json";
const EXAMPLE = `{ "home": { "order": ["hero", "facts", "features", "views"], "hidden": ["moving"] } }`;
const FIELDS = ["order", "hidden"] as const;

/**
 * Reads the order of pages' sections from `content/sections.json`, which may be missing. Pages and sections that it leaves out are as in the code.
 * @throws {ContentError} if the file is invalid.
 */
export async function readSections(contentDir: string): Promise<Sections> {
  const text = await readFile(join(contentDir, SECTIONS_FILE), "utf8").catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "{}";
      throw fail("", `The file can't be read (${error.message}).`);
    },
  );
  const written = parse(text);
  for (const [page, value] of Object.entries(written)) {
    if (!isObject(value)) throw fail(page, "This must be an object with order and hidden.");
    for (const [field, ids] of Object.entries(value)) {
      if (field !== "order" && field !== "hidden")
        throw fail(`${page}.${field}`, "This is an unknown property. Use order and hidden.");
      const problem = sectionsProblem(page, field, ids);
      if (problem) throw fail(`${page}.${field}`, problem);
    }
  }
  return completeSections(written as Record<string, Partial<SectionOrder>>);
}

/** The sections of all pages: those of the code in the given order. */
export function completeSections(given: Readonly<Record<string, Partial<SectionOrder>>>): Sections {
  const pages = Object.keys(PAGE_SECTIONS).map((page): [string, SectionOrder] => {
    const { order = [], hidden = [] } = given[page] ?? {};
    return [page, { order: completeOrder(page, order), hidden }];
  });
  return Object.fromEntries(pages);
}

/**
 * The sections with published changes. Of a list that names sections which a release has removed, the others are used.
 * @returns with them, what is not used.
 */
export function changeSections(
  base: Sections,
  changes: ItemOverlay,
): { sections: Sections; unused: UnusedField[] } {
  const leftOut: UnusedField[] = [];
  const known = Object.entries(changes).flatMap(([pointer, value]): [string, Json][] => {
    const [page = "", field, ...below] = parsePointer(pointer) ?? [];
    const sections = Object.hasOwn(PAGE_SECTIONS, page) ? PAGE_SECTIONS[page] : undefined;
    const isField = (field === "order" || field === "hidden") && below.length === 0;
    if (!isField || !sections) {
      leftOut.push({ item: SECTIONS_ITEM, pointer, value, problem: "The files have no such field." });
      return [];
    }
    if (!Array.isArray(value)) return [[pointer, value]];
    const kept = value.filter((id) => typeof id !== "string" || sections.some((each) => each.id === id));
    const problem = kept.length < value.length && sectionsProblem(page, field, value);
    if (problem) leftOut.push({ item: SECTIONS_ITEM, pointer, value, problem });
    return [[pointer, kept]];
  });
  const { value, unused } = applyItem({
    key: SECTIONS_ITEM,
    base: base,
    changes: Object.fromEntries(known),
    check: checkSections,
  });
  return { sections: completeSections(value as Sections), unused: [...leftOut, ...unused] };
}

function checkSections(value: Json): { pointer: string; problem: string } | null {
  for (const [page, sections] of Object.entries(value as Sections))
    for (const field of FIELDS) {
      const problem = sectionsProblem(page, field, sections[field] as Json);
      if (problem) return { pointer: formatPointer([page, field]), problem };
    }
  return null;
}

/** The copy of each page whose sections are not as in the code with the sections that visitors see, so that they reach the page with its texts. */
export function withSections({
  copy,
  sections,
}: Pick<SiteContent, "copy" | "sections">): SiteContent["copy"] {
  const shown = Object.entries(sections).flatMap(([page, order]) => {
    const ids = shownSections(page, order);
    return ids ? [[page, ids] as const] : [];
  });
  if (shown.length === 0) return copy;
  const ordered = LOCALES.map((locale): [Locale, Record<string, unknown>] => {
    const texts = copy[locale];
    const pages = shown.flatMap(([page, ids]) =>
      Object.hasOwn(texts, page) ? [[page, { ...(texts[page] as object), sections: ids }]] : [],
    );
    return [locale, { ...texts, ...Object.fromEntries(pages) }];
  });
  return Object.fromEntries(ordered) as SiteContent["copy"];
}

function parse(text: string): { [page: string]: Json } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw fail("", `Invalid JSON (${error instanceof Error ? error.message : String(error)}).`);
  }
  if (isObject(value as Json)) return value as { [page: string]: Json };
  throw fail("", "This must be an object of sections by page.");
}

function isObject(value: Json): value is { [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fail(place: string, problem: string): ContentError {
  return new ContentError({ file: `content/${SECTIONS_FILE}`, place, problem, example: EXAMPLE });
}
