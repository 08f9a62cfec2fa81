import { contentFlag, DEFAULT_FLAGS, type FlagValues, PAGE_SECTIONS } from "@marquee/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { createPages } from "../app/loadPage.tsx";
import { testParts } from "../app/testing/testParts.ts";
import { createCopyStore } from "../copy/copy.ts";
import { loadStructuredPage, structuredData } from "../server/structuredData.ts";
import { MeasureProvider } from "../site/measureContext.tsx";
import { PAGES } from "../site/pages.ts";
import { NOOP_MEASURE } from "../site/silentMeasure.ts";
import { SiteContext } from "../site/siteContext.tsx";
import { testCopy, testSite } from "../site/testing/testSite.ts";

/** Props in which one page's copy defines the visible sections. */
function partsOf(name: string, sections: readonly string[] | undefined) {
  const copy = createCopyStore(async (each, locale) => {
    const texts = (await testCopy.load(each, locale)) as object;
    return each === name && sections ? { ...texts, sections } : texts;
  });
  return { ...testParts, copy, pages: createPages(copy) };
}

async function render(name: string, sections?: readonly string[], flags: FlagValues = DEFAULT_FLAGS) {
  const path = PAGES.find((page) => page.name === name)?.path ?? "";
  const page = await partsOf(name, sections).pages.load(path, flags);
  return renderToStaticMarkup(
    <SiteContext value={testSite(path, { flags })}>
      <MeasureProvider value={NOOP_MEASURE}>{page?.body}</MeasureProvider>
    </SiteContext>,
  );
}

/** IDs of measured sections in the order of a page. The price notes and the facts have none. */
const measured = (html: string) => [...html.matchAll(/data-section-id="([^"]+)"/g)].map(([, id]) => id);
/** Without IDs that React numbers by place. */
const lengthOf = (html: string) => html.replace(/_R_\w*_/g, "").length;
const isMeasured = (name: string) => (id: string) =>
  !["facts", "plan"].includes(id) && !(name === "home" && id === "pricing");

describe.each(Object.entries(PAGE_SECTIONS))("the sections of %s", (name, sections) => {
  const ids = sections.map(({ id }) => id);
  const [first = "", ...otherIds] = ids;

  test("are those of the code, in its order, unless the copy lists others", async () => {
    const html = await render(name);
    expect(measured(html)).toEqual(ids.filter(isMeasured(name)));
    expect(await render(name, ids), "Every section has its ID as key.").toBe(html);
  });

  test("follow the order of the copy, with markup of the same length, and without those that it leaves out", async () => {
    const order = [first, ...otherIds.toReversed()];
    const [html, reversed] = [await render(name), await render(name, order)];
    expect(measured(reversed)).toEqual(order.filter(isMeasured(name)));
    expect(lengthOf(reversed)).toBe(lengthOf(html));
    expect(measured(await render(name, [first]))).toEqual([first]);
    expect(
      measured(
        await render(
          name,
          ids.filter((id) => id !== "closing"),
        ),
      ),
    ).not.toContain("closing");
  });
});

test("an experiment moves and hides sections, and shows none that is hidden", async () => {
  const order = ["hero", "closing", "facts", "moving", "faq", "views", "demo"];
  const changes = { sections: { "/home/order": order } };
  const flags = { ...DEFAULT_FLAGS, [contentFlag("home")]: changes };
  const published = ["hero", "closing", "facts", "moving", "demo", "views"];
  expect(measured(await render("home", published, flags))).toEqual([
    "hero",
    "closing",
    "moving",
    "views",
    "demo",
  ]);
  const hiding = { ...flags, [contentFlag("home")]: { sections: { "/home/hidden": ["moving", "facts"] } } };
  expect(measured(await render("home", published, hiding))).toEqual([
    "hero",
    "closing",
    "security",
    "faq",
    "demo",
    "integrations",
    "views",
    "features",
    "departments",
  ]);
});

test("search engines get no questions of a hidden FAQ", async () => {
  const typesWith = async (sections?: string[]) => {
    const parts = partsOf("pricing", sections);
    const page = await parts.pages.load("/pricing");
    const data = page && structuredData(await loadStructuredPage(page, parts), "https://trellis.example");
    return JSON.stringify(data);
  };
  expect(await typesWith()).toContain("FAQPage");
  expect(await typesWith(["plans", "compare"])).not.toContain("FAQPage");
});
