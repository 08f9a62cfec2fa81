import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Tooltip } from "./Tooltip.tsx";

describe("a tooltip's server-rendered markup", () => {
  const html = renderToStaticMarkup(
    <p>
      Draw a <Tooltip text="A line from one task to the next">dependency</Tooltip>.
    </p>,
  );

  test("links the button to a native popover", () => {
    const [, tipId] = /<span id="([^"]+)" role="tooltip" popover="auto"/.exec(html) ?? [];
    expect(tipId).toBeTruthy();
    const [button] = /<button[^>]*>/.exec(html) ?? [];
    for (const attribute of ["popoverTarget", "aria-controls", "aria-describedby"])
      expect(button).toContain(`${attribute}="${tipId}"`);
    expect(button).toContain('aria-expanded="false"');
    expect(button).toContain('type="button"');
  });

  test("is phrasing content without style attributes, so it can be in a paragraph under a strict Content-Security-Policy", () => {
    const elements = [...html.matchAll(/<([a-z]+)/g)].map(([, name]) => name);
    expect(elements).toEqual(["p", "button", "span", "span"]);
    expect(html).not.toContain("style=");
  });

  test.each(["dark", "light", "purple"] as const)("has a distinct look in the theme %s", (theme) => {
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
