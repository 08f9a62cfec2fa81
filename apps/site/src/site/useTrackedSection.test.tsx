import { SECTION_ATTRIBUTES } from "@marquee/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { testParts } from "../app/testing/testParts.ts";
import { MeasureProvider } from "./measureContext.tsx";
import { NOOP_MEASURE } from "./silentMeasure.ts";
import { SiteContext } from "./siteContext.tsx";
import { testSite } from "./testing/testSite.ts";

const { sectionIndex: _computed, ...ATTRIBUTES } = SECTION_ATTRIBUTES;

/** Tracking attributes of each section on a page, by field. */
async function sectionsOf(path: string) {
  const page = await testParts.pages.load(path);
  if (!page) throw new Error(`The site has no ${path}.`);
  const html = renderToStaticMarkup(
    <SiteContext value={testSite(path, { locale: page.locale })}>
      <MeasureProvider value={NOOP_MEASURE}>{page.body}</MeasureProvider>
    </SiteContext>,
  );
  const tags = html.match(/<[a-z]+ [^>]*data-section-model-name=[^>]*>/g) ?? [];
  return tags.map((tag) =>
    Object.fromEntries(
      Object.entries(ATTRIBUTES).map(([field, name]) => [
        field,
        new RegExp(`${name}="([^"]+)"`).exec(tag)?.[1],
      ]),
    ),
  );
}

test.each([
  ["/", "home", 10],
  ["/pricing", "pricing", 6],
  ["/de/pricing", "pricing", 6],
  ["/brain", "brain", 6],
  ["/lp", "lp", 4],
  ["/lp/ai", "lp-ai", 4],
  ["/lp/features/gantt-chart-view", "lp-gantt", 4],
  ["/lp/teams/project-management", "lp-project-management", 4],
])("all tracking fields are set on every section of %s", async (path, page, atLeast) => {
  const sections = await sectionsOf(path);
  expect(sections.length).toBeGreaterThanOrEqual(atLeast);
  for (const section of sections) {
    expect(Object.values(section)).not.toContain(undefined);
    expect(section.sectionInternalName).toBe(`${page}/${section.sectionId}`);
  }
  const names = sections.map(({ sectionInternalName }) => sectionInternalName);
  expect(names).toEqual([...new Set(names)]);
});

test("the label is the same in every language, the title is not", async () => {
  const [english, german] = await Promise.all([sectionsOf("/pricing"), sectionsOf("/de/pricing")]);
  const labels = (sections: typeof english) => sections.map(({ sectionLabel }) => sectionLabel);
  expect(labels(german)).toEqual(labels(english));
  expect(labels(english)).toContain("Add ons");
  expect(german[0]?.sectionTitle).not.toBe(english[0]?.sectionTitle);
});
