import { LOCALES, localizePath } from "@marquee/contract";
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

/** Pages with the site's paths and some sections, each archived. */
export const DEMO_PAGES: SitePage[] = PATHS.flatMap((path) =>
  LOCALES.map((locale) => localizePath(path, locale)),
).map((path) => readSitePage(documentOf(path), path, `version-of-${path.replaceAll("/", "-")}`));

function documentOf(path: string): string {
  const section = (id: string, content: string) => `
    <section data-section-id="${id}" data-section-model-name="block" data-section-title="${id}" data-segment-location="${id}">${content}</section>`;
  const link = (href: string, overlay = "") =>
    `<a href="${href}" data-track-event-name="click web" ${overlay && `data-overlay-location="${overlay}"`}>Go</a>`;
  const parts = [
    section("hero", link("/sign-up", "hero")),
    section("plans", link("/pricing")),
    section("faq", ""),
    section("closing", link("/contact-sales", "closing")),
  ];
  return `<title>${path}</title><main data-segment-root="page">${parts.join("")}</main>`;
}
