import { describe, expect, it } from "vitest";
import { placeCells, resolveSelectors } from "./resolveSelectors.ts";

/** A fake element with the only method used. */
const at = (left: number, top: number, width: number, height: number) =>
  ({ getBoundingClientRect: () => ({ left, top, width, height }) }) as Element;

const elements = new Map([
  ["a", at(100, 50, 200, 40)],
  ["b", at(0, -30, 10, 10)],
]);

it("places clicks on their element's current position, at the page's scale", () => {
  const cells = [
    { selector: "a", x: 0.25, y: 0.5, clicks: 3 },
    { selector: "b", x: 1, y: 0, clicks: 1 },
  ];
  expect(placeCells({ cells, elements, scale: 0.5, weight: 2 })).toEqual([
    { x: 75, y: 35, weight: 6 },
    { x: 5, y: -15, weight: 2 },
  ]);
});

it("leaves out clicks on missing elements", () => {
  const cells = [{ selector: "gone", x: 0, y: 0, clicks: 9 }];
  expect(placeCells({ cells, elements, scale: 1, weight: 1 })).toEqual([]);
});

describe("selectors from untrusted senders", () => {
  const element = { ...at(0, 0, 10, 10), checkVisibility: () => true } as Element;
  const queried: string[] = [];
  const page = {
    querySelector(selector: string) {
      queried.push(selector);
      if (selector.includes("<")) throw new SyntaxError(`'${selector}' is not a valid selector.`);
      return element;
    },
  } as unknown as Document;
  const resolve = (selector: string) => resolveSelectors(page, [selector]);

  it.each([
    '[data-section-id="faq"] > div:nth-child(1)',
    String.raw`#a\:b > svg:nth-of-type(12)`,
    '[title="Say: \\"hi\\" :has(x)"]',
    "body > main > p",
  ])("finds %s as recorders write it", (selector) => {
    expect(resolve(selector).elements.get(selector)).toBe(element);
  });

  it.each([
    "<img src=x onerror=alert(1)>",
    `:has(${"* ~ ".repeat(400)}*)`,
    "p:is(:not(*, *), a)",
    "div:nth-child(1 of :has(* * *))",
    'a"unfinished',
    "",
  ])("does not look for %s", (selector) => {
    const { elements, missing } = resolve(selector);
    expect([elements.size, [...missing]]).toEqual([0, [selector]]);
    if (!selector.includes("<")) expect(queried).not.toContain(selector);
  });

  it.each(["__proto__", "constructor", "toString"])(
    "does not confuse %s with the object's members",
    (selector) => {
      expect(resolve(selector).elements.get(selector)).toBe(element);
    },
  );
});
