import type { Json } from "../kernel/json.ts";

/** A section of one of the site's own pages. */
export interface PageSection {
  /** Identifies it in content, measurement and links on its page. Does not change with the section's text. */
  id: string;
  /** Its name in the console. */
  title: string;
  /** Whether it comes first on every version of the page. */
  isFirst?: boolean;
  /** Why it can't be hidden. */
  needed?: string;
  /** Whether it shows prices of the catalog. */
  showsPrices?: true;
}

/** Sections of a page: their order, and which of them are hidden. The same in every language. */
export type SectionOrder = { order: readonly string[]; hidden: readonly string[] };

const HERO: PageSection = {
  id: "hero",
  title: "Hero",
  isFirst: true,
  needed: "It has the page’s heading, and visitors see it first.",
};
const PLAN: PageSection = { id: "plan", title: "Price", showsPrices: true };
const FAQ: PageSection = { id: "faq", title: "FAQ" };
const CLOSING: PageSection = { id: "closing", title: "Closing" };

/** The sections of each page that has some, by the name of its copy, in the order of its code. */
export const PAGE_SECTIONS: Readonly<Record<string, readonly PageSection[]>> = {
  home: [
    HERO,
    { id: "facts", title: "Facts", showsPrices: true },
    { id: "views", title: "Views" },
    { id: "features", title: "Features" },
    {
      id: "departments",
      title: "Departments",
      needed: "The menu of the header leads to the departments in it.",
    },
    { id: "demo", title: "Demo" },
    { id: "integrations", title: "Integrations" },
    { id: "moving", title: "Moving" },
    { id: "security", title: "Security" },
    { id: "pricing", title: "Price", showsPrices: true },
    FAQ,
    CLOSING,
  ],
  pricing: [
    { ...HERO, id: "plans", title: "Plans", showsPrices: true },
    { id: "calculator", title: "Calculator", showsPrices: true },
    {
      id: "unlimited",
      title: "Features of Unlimited",
      needed: "A link below the plans leads to it.",
      showsPrices: true,
    },
    { id: "add-ons", title: "Add-ons", showsPrices: true },
    {
      id: "compare",
      title: "Comparison",
      needed: "The links below the plans lead to it.",
      showsPrices: true,
    },
    { id: "enterprise", title: "Enterprise" },
    { ...FAQ, showsPrices: true },
    CLOSING,
  ],
  lp: [
    HERO,
    { id: "switch", title: "Before and after" },
    { id: "handoff", title: "Handoff" },
    { id: "teams", title: "Teams" },
    PLAN,
    CLOSING,
  ],
  "lp-project-management": [
    HERO,
    { id: "course", title: "Course of a project" },
    { id: "report", title: "Report" },
    { id: "answers", title: "Answers" },
    PLAN,
    CLOSING,
  ],
  brain: [
    HERO,
    { id: "anatomy", title: "Anatomy of an answer" },
    { id: "abilities", title: "Abilities" },
    { id: "ground", title: "Ground rules" },
    { id: "price", title: "Price", showsPrices: true },
    CLOSING,
  ],
  "lp-ai": [HERO, { id: "jobs", title: "Jobs" }, { id: "control", title: "Control" }, PLAN, FAQ, CLOSING],
  "lp-gantt": [
    HERO,
    { id: "steps", title: "Steps" },
    { id: "slip", title: "What slips" },
    { id: "reading", title: "Reading the chart" },
    { id: "keys", title: "Keys", needed: "The second button of the hero leads to it." },
    PLAN,
    FAQ,
    CLOSING,
  ],
};

/** Why a page's order or list of hidden sections can't be used, and how to fix it; null if it can. */
export function sectionsProblem(page: string, field: keyof SectionOrder, value: Json): string | null {
  const sections = Object.hasOwn(PAGE_SECTIONS, page) ? PAGE_SECTIONS[page] : undefined;
  if (!sections)
    return `There is no page ${page} with sections. Use ${Object.keys(PAGE_SECTIONS).join(", ")}.`;
  if (!Array.isArray(value) || !value.every((id) => typeof id === "string"))
    return "This must be a list of section IDs.";
  const unknown = value.find((id) => sections.every((section) => section.id !== id));
  if (unknown !== undefined)
    return `This page has no section ${JSON.stringify(unknown)}. It has ${sections.map(({ id }) => id).join(", ")}.`;
  const twice = value.find((id, index) => value.indexOf(id) !== index);
  if (twice !== undefined) return `The section ${JSON.stringify(twice)} is listed twice. Remove one.`;
  if (field === "hidden") {
    const neededSection = sections.find(({ id, needed }) => needed && value.includes(id));
    return neededSection ? `${neededSection.title} can’t be hidden. ${neededSection.needed}` : null;
  }
  const first = sections.find(({ isFirst }) => isFirst);
  const isMoved = first && value.includes(first.id) && value[0] !== first.id;
  return isMoved ? `${first.title} must be first. ${first.needed}` : null;
}

/**
 * A complete order of a page's sections: the given one, and each section missing from it after its predecessor in the code. So a section
 * added by a release appears at its position, and one removed by a release is dropped.
 */
export function completeOrder(page: string, storedOrder: readonly string[]): string[] {
  const sectionIds = (PAGE_SECTIONS[page] ?? []).map(({ id }) => id);
  const order = [...new Set(storedOrder)].filter((id) => sectionIds.includes(id));
  sectionIds.forEach((id, index) => {
    if (order.includes(id)) return;
    const before = sectionIds[index - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  });
  return order;
}

/** The sections that visitors see, in order; null if they are those of the code, in its order. */
export function shownSections(page: string, { order, hidden }: SectionOrder): string[] | null {
  const visibleIds = order.filter((id) => !hidden.includes(id));
  const sections = PAGE_SECTIONS[page] ?? [];
  return visibleIds.length === sections.length && sections.every(({ id }, index) => id === visibleIds[index])
    ? null
    : visibleIds;
}
