import { LANDING_PATHS, LOCALES, localizePath } from "@marquee/contract";

/** Pages that exist in every language. */
const TRANSLATED = ["/", "/pricing", ...LANDING_PATHS, "/contact-sales", "/sign-up", "/privacy"];

/** Every page of the site in every language it has; of collections, one list and one entry. */
export const ALL_PAGES: readonly string[] = [
  ...TRANSLATED.flatMap((path) => LOCALES.map((locale) => localizePath(path, locale))),
  "/demo",
  "/guide",
  "/security",
  "/accessibility",
  "/changelog",
  "/articles/which-delay-matters",
  "/templates",
  "/templates/website-relaunch",
];

const TEMPLATES = [
  "product-launch",
  "website-relaunch",
  "sprint-board",
  "content-calendar",
  "event-plan",
  "client-onboarding",
];
const INTEGRATIONS = [
  "calendar-feed",
  "email-forwarding",
  "csv-import",
  "webhooks",
  "rest-api",
  "single-sign-on",
];
/** Lists and entries in English, German and French. */
const CARDS = [
  "/templates",
  ...TEMPLATES.map((name) => `/templates/${name}`),
  "/integrations",
  ...INTEGRATIONS.map((name) => `/integrations/${name}`),
].flatMap((path) => (["en", "de", "fr-FR"] as const).map((locale) => localizePath(path, locale)));

/**
 * Pages of collections that are built like those in {@link ALL_PAGES}, and the page with login instructions.
 */
export const OTHER_ENTRIES: readonly string[] = [
  "/articles",
  "/changelog/2026-11-gantt-charts",
  "/changelog/2026-11-price-calculator",
  "/changelog/2026-11-brain-sources",
  "/articles/status-meeting",
  ...CARDS.filter((path) => !ALL_PAGES.includes(path)),
  ...LOCALES.map((locale) => localizePath("/login", locale)),
];

export const NOT_FOUND_PAGES: readonly string[] = ["/no-such-page", "/de/no-such-page"];
