import { DEFAULT_LOCALE, LOCALES, type Locale, localeOfPath, localizePath } from "@marquee/contract";
import type { PageModule } from "./page.types.ts";

/** One page of the site: where it lives, in which languages, and how to get its code. */
export interface PageEntry {
  /** Names the copy file: `content/copy/<locale>/<name>.json`. */
  name: string;
  /** Path in the default locale. */
  path: string;
  locales: readonly Locale[];
  /** Ids of the sections that content experiments can move, in their order; each is the key of a child of `MovableSections`. */
  sections?: readonly string[];
  /** The copy's type is known to the route file alone; its JSON is checked against it in `copy.test.ts`. */
  load(): Promise<PageModule<never>>;
}

const ENGLISH: readonly Locale[] = [DEFAULT_LOCALE];

export const PAGES: readonly PageEntry[] = [
  {
    name: "home",
    path: "/",
    locales: ENGLISH,
    sections: [
      "views",
      "features",
      "departments",
      "demo",
      "integrations",
      "moving",
      "security",
      "pricing",
      "faq",
    ],
    load: () => import("../routes/home.tsx"),
  },
  { name: "pricing", path: "/pricing", locales: LOCALES, load: () => import("../routes/pricing.tsx") },
  { name: "lp", path: "/lp", locales: ENGLISH, load: () => import("../routes/lp.tsx") },
  {
    name: "lp-project-management",
    path: "/lp/teams/project-management",
    locales: ENGLISH,
    load: () => import("../routes/lp-project-management.tsx"),
  },
  { name: "brain", path: "/brain", locales: ENGLISH, load: () => import("../routes/brain.tsx") },
  { name: "lp-ai", path: "/lp/ai", locales: ENGLISH, load: () => import("../routes/lp-ai.tsx") },
  {
    name: "lp-gantt",
    path: "/lp/features/gantt-chart-view",
    locales: ENGLISH,
    load: () => import("../routes/lp-gantt.tsx"),
  },
  {
    name: "contact-sales",
    path: "/contact-sales",
    locales: LOCALES,
    load: () => import("../routes/contact-sales.tsx"),
  },
  { name: "demo", path: "/demo", locales: ENGLISH, load: () => import("../routes/demo.tsx") },
  { name: "sign-up", path: "/sign-up", locales: LOCALES, load: () => import("../routes/sign-up.tsx") },
];

/** @param path a pathname without query string. @returns null when the site has no such page. */
export function matchPage(path: string): { page: PageEntry; locale: Locale } | null {
  const locale = localeOfPath(path);
  const page = PAGES.find(
    (entry) => entry.locales.includes(locale) && localizePath(entry.path, locale) === path,
  );
  return page ? { page, locale } : null;
}

/** The same page in each of its languages, itself included; what hreflang and the locale switcher list. */
export function alternatesOf(page: PageEntry): { locale: Locale; path: string }[] {
  return page.locales.map((locale) => ({ locale, path: localizePath(page.path, locale) }));
}
