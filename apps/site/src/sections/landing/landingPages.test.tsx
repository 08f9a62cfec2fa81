import { LANDING_PATHS } from "@marquee/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { loadPage } from "../../app/loadPage.tsx";

async function render(path: string): Promise<string> {
  const page = await loadPage(path);
  if (!page) throw new Error(`The site has no ${path}.`);
  return renderToStaticMarkup(page.body);
}

describe.each(LANDING_PATHS)("the page at %s", (path) => {
  test("has one main heading, a live interface and all its copy filled in", async () => {
    const html = await render(path);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain("<figure");
    expect(html).not.toMatch(/\{\w+\}/);
    expect(html).not.toContain("style=");
  });

  test("leads to pages and sections that exist", async () => {
    const html = await render(path);
    const targets = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href ?? "");
    expect(targets).toContain("/pricing".concat(path.includes("ai") || path === "/brain" ? "#add-ons" : ""));
    for (const target of new Set(targets)) {
      const [page, fragment] = target.split("#");
      const destination = page ? await render(page) : html;
      if (fragment) expect(destination, target).toContain(`id="${fragment}"`);
    }
  });
});
