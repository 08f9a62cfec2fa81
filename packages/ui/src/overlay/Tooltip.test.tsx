import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Tooltip } from "./Tooltip.tsx";

describe("a tooltip's markup, before and without scripts", () => {
  const html = renderToStaticMarkup(
    <p>
      Draw a <Tooltip text="A line from one task to the next">dependency</Tooltip>.
    </p>,
  );

  test("lets the browser's own popover open: the button names the tip", () => {
    const [, tipId] = /<span id="([^"]+)" role="tooltip" popover="auto"/.exec(html) ?? [];
    expect(tipId).toBeTruthy();
    const [button] = /<button[^>]*>/.exec(html) ?? [];
    for (const attribute of ["popoverTarget", "aria-controls", "aria-describedby"])
      expect(button).toContain(`${attribute}="${tipId}"`);
    expect(button).toContain('aria-expanded="false"');
    expect(button).toContain('type="button"');
  });

  test("is phrasing content without a style attribute, so it may stand in a paragraph under a strict policy", () => {
    const elements = [...html.matchAll(/<([a-z]+)/g)].map(([, name]) => name);
    expect(elements).toEqual(["p", "button", "span", "span"]);
    expect(html).not.toContain("style=");
  });

  test.each(["dark", "light", "purple"] as const)("has a look of its own in the theme %s", (theme) => {
    const looks = ["dark", "light", "purple"].map((each) =>
      renderToStaticMarkup(
        <Tooltip text="x" theme={each as typeof theme}>
          y
        </Tooltip>,
      ),
    );
    expect(new Set(looks).size).toBe(looks.length);
  });
});
