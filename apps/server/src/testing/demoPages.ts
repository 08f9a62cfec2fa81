import { LOCALES, type Locale, localizePath } from "@marquee/contract";
import { readSitePage, type SitePage } from "../seed/sitePage.ts";

const PATHS = [
  "/",
  "/pricing",
  "/lp",
  "/lp/teams/project-management",
  "/lp/features/gantt-chart-view",
  "/lp/ai",
  "/brain",
  "/contact-sales",
  "/sign-up",
  "/demo",
  "/privacy",
];

/** Pages with the site's paths, a header and some sections, each archived. */
export const DEMO_PAGES: SitePage[] = PATHS.flatMap((path) =>
  LOCALES.map((locale) => ({ path: localizePath(path, locale), locale })),
).map(({ path, locale }) =>
  readSitePage(documentOf(path, locale), path, `version-of-${path.replaceAll("/", "-")}`),
);

function documentOf(title: string, locale: Locale): string {
  const section = (id: string, ...content: string[]) => `
    <section data-section-id="${id}" data-section-model-name="block" data-section-title="${id}" data-segment-location="${id}"><h2>${id}</h2>${content.join("")}</section>`;
  const link = (path: string, attributes = "") =>
    `<a href="${localizePath(path, locale)}" ${attributes}>Go</a>`;
  const opener = (path: string, overlay: string, location: string) =>
    link(
      path,
      `data-track-event-name="click web" data-overlay="${overlay}" data-overlay-location="${location}"`,
    );
  const sections = [
    section("hero", opener("/sign-up", "sign-up", "hero"), opener("/demo", "ai-demo", "hero")),
    section("plans", opener("/sign-up", "sign-up", "pricing"), link("/pricing")),
    section("faq"),
    section("closing", opener("/contact-sales", "enterprise-sales", "closing")),
  ];
  const menu = ["/", "/pricing", "/brain", "/demo", "/lp"].map((path) => link(path));
  return `<title>${title}</title><header data-segment-root="header">${menu.join("")}${opener("/sign-up", "sign-up", "nav")}</header>
    <main data-segment-root="page">${sections.join("")}</main>`;
}
