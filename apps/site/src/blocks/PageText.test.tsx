import { LANDING_PATHS } from "@marquee/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { testParts } from "../app/testing/testParts.ts";
import { SiteContext } from "../site/siteContext.tsx";
import { testSite } from "../site/testing/testSite.ts";

async function render(path: string): Promise<string> {
  const page = await testParts.pages.load(path);
  if (!page) throw new Error(`The site has no ${path}.`);
  return renderToStaticMarkup(<SiteContext value={testSite(path)}>{page.body}</SiteContext>);
}

/** Headings and paragraphs outside the live interfaces (`figure`), with the attributes of their opening tags. */
function textsOf(html: string): { element: string; attributes: string }[] {
  const copy = html.replace(/<figure.*?<\/figure>/gs, "");
  return [...copy.matchAll(/<(h[1-6]|p)(?= |>)([^>]*)>/g)].map(([, element = "", attributes = ""]) => ({
    element,
    attributes,
  }));
}

describe.each(LANDING_PATHS)("test ids of %s", (path) => {
  test("are set on every heading and paragraph, counted in document order", async () => {
    const texts = textsOf(await render(path));
    const counts = new Map<string, number>();
    for (const { element, attributes } of texts) {
      const count = (counts.get(element) ?? 0) + 1;
      counts.set(element, count);
      expect(attributes, `${element} ${count}`).toMatch(
        new RegExp(`data-testid="[\\w-]+-${element}-${count}"`),
      );
    }
    expect(counts.get("h1")).toBe(1);
  });

  test("are the same on every render", async () => {
    expect(await render(path)).toBe(await render(path));
  });
});

test("other pages have no test ids", async () => {
  expect(await render("/")).not.toContain("data-testid");
});
