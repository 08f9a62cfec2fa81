import { type Random, type Weighted, weighted } from "./random.ts";
import { readTable } from "./table.ts";

const PROJECTS = "/lp/teams/project-management";
const GANTT = "/lp/features/gantt-chart-view";

/** Where visitors go next, by the page that they are on. Paths are of the default language. */
const NEXT: Readonly<Record<string, Weighted<string>>> = {
  "/": weighted({
    "/pricing": 38,
    "/brain": 16,
    "/lp": 9,
    "/demo": 12,
    [PROJECTS]: 8,
    [GANTT]: 8,
    "/lp/ai": 6,
    "/privacy": 1,
  }),
  "/pricing": weighted({
    "/": 42,
    "/brain": 18,
    "/demo": 14,
    "/contact-sales": 6,
    "/sign-up": 6,
    "/lp": 6,
    [GANTT]: 8,
  }),
  "/brain": weighted({ "/pricing": 42, "/lp/ai": 20, "/": 28, "/demo": 10 }),
  "/demo": weighted({ "/pricing": 52, "/": 38, "/sign-up": 10 }),
};
const NEXT_OF_OTHERS = weighted({ "/pricing": 44, "/": 32, "/demo": 14, "/brain": 10 });
/** Share of visits with one page, by landing page; paid landing pages lose more. */
const BOUNCES: Readonly<Record<string, number>> = {
  "/": 0.36,
  "/pricing": 0.32,
  "/sign-up": 0.3,
  "/contact-sales": 0.35,
};
const OTHER_BOUNCES = 0.5;
const MOST_PAGES = 9;

/** The paths of a visit, the landing page first. */
export function planPages(landing: string, random: Random): string[] {
  const pages = [landing];
  if (random.chance(BOUNCES[landing] ?? OTHER_BOUNCES)) return pages;
  do {
    const here = pages.at(-1) ?? landing;
    pages.push(random.pick(NEXT[here] ?? NEXT_OF_OTHERS));
  } while (pages.length < MOST_PAGES && random.chance(0.56));
  return pages;
}

/** A form: what it is for, its number, the page with it, and where on the page or from where it was opened. */
export interface FormPlace {
  form: "sales" | "demo" | "sign-up";
  formId: 1006 | 1176 | 1763 | 1871 | "sign-up";
  path: string;
  /** The overlay that it is in; null if it is in the page. */
  overlay: "sign-up" | "enterprise-sales" | "ai-demo" | null;
  location: string;
}

/** The site's forms with how often they are sent there. */
export const FORMS: Weighted<FormPlace> = readTable<
  "share" | "form" | "id" | "path" | "overlay" | "location"
>(`
  share | form    | id      | path           | overlay          | location
  28    | sign-up | sign-up | /sign-up       |                  | page
  14    | sign-up | sign-up | /              | sign-up          | hero
  20    | sign-up | sign-up | /pricing       | sign-up          | pricing
  14    | sales   | 1006    | /contact-sales |                  | page
  7     | sales   | 1176    | /pricing       | enterprise-sales | pricing-enterprise
  9     | demo    | 1763    | /demo          |                  | page
  8     | demo    | 1871    | /brain         | ai-demo          | ai-demo`).map((row) => {
  const { share, form, id, path, overlay, location } = row;
  const formId = Number.isNaN(Number(id)) ? id : Number(id);
  return [{ form, formId, path, overlay: overlay || null, location } as FormPlace, Number(share)];
});

/** Adds a form to a visit, which ends on its page. */
export function planForm(pages: readonly string[], random: Random): { pages: string[]; form: FormPlace } {
  const visited = FORMS.filter(([{ path }]) => pages.includes(path));
  const form = random.pick(visited.length > 0 && random.chance(0.5) ? visited : FORMS);
  const last = pages.at(-1);
  return { form, pages: last === form.path ? [...pages] : [...pages, form.path] };
}
