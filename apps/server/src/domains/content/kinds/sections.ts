import {
  CONTENT_TITLES,
  completeOrder,
  formatPointer,
  isJsonObject,
  type Json,
  PAGE_SECTIONS,
  parsePointer,
  SECTIONS_ITEM,
  type SectionOrder,
  type SiteContent,
  sectionsProblem,
} from "@marquee/contract";
import type { UnusedField } from "@marquee/contract/schema";
import { fileError, readJsonObject } from "../readJsonFile.ts";
import { isTextList } from "../textProblem.ts";
import type { ItemOverlay, ItemProblem, KindDeclaration } from "./kindDeclaration.types.ts";
import { singleOfSite } from "./single.ts";

type Sections = SiteContent["sections"];

const FILE = {
  name: "sections.json",
  example: `{ "home": { "order": ["hero", "facts", "features", "views"], "hidden": ["moving"] } }`,
};
const FIELDS = ["order", "hidden"] as const;

/** The order of pages' sections, and hidden sections. */
export const SECTIONS = {
  ...singleOfSite("sections"),
  read: readSections,
  fieldTitle(pointer) {
    const [page = "", field] = parsePointer(pointer) ?? [];
    return `${field === "hidden" ? "Hidden sections" : "Sections"} of ${CONTENT_TITLES[page] ?? page}`;
  },
  isSparse: true,
  isField: isTextList,
  fitting,
  check,
  toPart: (item) => completeSections(item as Sections),
} satisfies KindDeclaration;

/**
 * Reads the order of pages' sections from `content/sections.json`, which may be missing. Omitted pages and sections are as in the code.
 * @throws {ContentError} if the file is invalid.
 */
export async function readSections(contentDir: string): Promise<Sections> {
  const written = await readJsonObject(contentDir, "sections by page", FILE);
  for (const [page, value] of Object.entries(written)) {
    if (!isJsonObject(value)) throw fileError(FILE, page, "This must be an object with order and hidden.");
    for (const [field, ids] of Object.entries(value)) {
      if (field !== "order" && field !== "hidden")
        throw fileError(FILE, `${page}.${field}`, "This is an unknown property. Use order and hidden.");
      const problem = sectionsProblem(page, field, ids);
      if (problem) throw fileError(FILE, `${page}.${field}`, problem);
    }
  }
  return completeSections(written as Record<string, Partial<SectionOrder>>);
}

/** The sections of all pages: those of the code in the given order. */
export function completeSections(written: Readonly<Record<string, Partial<SectionOrder>>>): Sections {
  const pages = Object.keys(PAGE_SECTIONS).map((page): [string, SectionOrder] => {
    const { order = [], hidden = [] } = written[page] ?? {};
    return [page, { order: completeOrder(page, order), hidden }];
  });
  return Object.fromEntries(pages);
}

/** Of a list with sections that a release has removed, the remaining ones are used. */
function fitting(changes: ItemOverlay): { changes: ItemOverlay; unused: UnusedField[] } {
  const unused: UnusedField[] = [];
  const usedChanges = Object.entries(changes).flatMap(([pointer, value]): [string, Json][] => {
    const [page = "", field, ...below] = parsePointer(pointer) ?? [];
    const sections = Object.hasOwn(PAGE_SECTIONS, page) ? PAGE_SECTIONS[page] : undefined;
    const isField = (field === "order" || field === "hidden") && below.length === 0;
    if (!isField || !sections) {
      unused.push({ item: SECTIONS_ITEM, pointer, value, problem: "The files don't have this field." });
      return [];
    }
    if (!Array.isArray(value)) return [[pointer, value]];
    const ids = value.filter((id) => typeof id !== "string" || sections.some((each) => each.id === id));
    const problem = ids.length < value.length && sectionsProblem(page, field, value);
    if (problem) unused.push({ item: SECTIONS_ITEM, pointer, value, problem });
    return [[pointer, ids]];
  });
  return { changes: Object.fromEntries(usedChanges), unused };
}

function check(value: Json): ItemProblem | null {
  for (const [page, sections] of Object.entries(value as Sections))
    for (const field of FIELDS) {
      const problem = sectionsProblem(page, field, sections[field] as Json);
      if (problem) return { pointer: formatPointer([page, field]), problem };
    }
  return null;
}
