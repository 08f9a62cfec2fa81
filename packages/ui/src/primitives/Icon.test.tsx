import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Icon } from "./Icon.tsx";

test("is 26 pixels wide and high by default, and nothing without a known name", () => {
  const html = renderToStaticMarkup(<Icon name="gift" />);
  expect(html).toContain('width="26"');
  expect(html).toContain('height="26"');
  expect(renderToStaticMarkup(<Icon name="gift" size={16} />)).toContain('width="16"');
  expect(renderToStaticMarkup(<Icon name="constructor" />)).toBe("");
});
