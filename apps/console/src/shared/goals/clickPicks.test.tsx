import type { ClickCondition } from "@marquee/contract";
import type { ClickChoice, GoalChoicesResponse } from "@marquee/contract/schema";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ConditionFields } from "./ConditionFields.tsx";
import { clickPicks, narrowings, narrowingValue, placeTitle, readNarrowing } from "./clickPicks.ts";
import { findPicks } from "./PickList.tsx";

const CONTACT: ClickChoice = {
  label: "Talk to sales",
  targets: ["/contact-sales"],
  texts: ["Talk to sales", "Contact sales", "Vertrieb kontaktieren"],
  places: [
    { root: "header", location: "nav", count: 40 },
    { root: "header", location: "solutions-menu", count: 20 },
    { root: "footer", location: "footer", count: 9 },
    { root: "home", location: "hero", count: 5 },
  ],
  pages: [
    { value: "/", count: 50 },
    { value: "/pricing", count: 24 },
  ],
  count: 74,
};
const PLANS: ClickChoice = {
  label: "Compare plans",
  targets: ["/pricing#compare"],
  texts: ["Compare plans"],
  count: 3,
  places: [{ root: "home", location: "plans", count: 3 }],
  pages: [{ value: "/", count: 3 }],
};
const CHOICES: GoalChoicesResponse = {
  pages: [],
  events: [],
  forms: [],
  overlays: [],
  sections: [],
  scrolledPages: [],
  clicks: [CONTACT, PLANS],
  elements: [
    { selector: '[data-section-id="faq"] button:nth-child(2)', pages: [{ value: "/", count: 2 }], count: 2 },
  ],
};
const draw = (condition: ClickCondition | null) =>
  renderToStaticMarkup(
    <ConditionFields kind="click" condition={condition} choices={CHOICES} onChange={() => undefined} />,
  );

it.each(["Contact sales", "vertrieb", "/contact-sales", "footer", "home · hero"])(
  "finds a click target by %j",
  (search) => {
    expect(findPicks(clickPicks([CONTACT, PLANS]), search).map(({ label }) => label)).toEqual([
      "Talk to sales",
    ]);
  },
);

it("finds everything on a page, and nothing with another name", () => {
  const countPicks = (search: string) => findPicks(clickPicks([CONTACT, PLANS]), search).length;
  expect(["/pricing", "", "Contact support"].map(countPicks)).toEqual([2, 2, 0]);
});

it("lists each click target once, with its places", () => {
  const html = draw(null);
  expect(html).toContain("Talk to sales");
  expect(html).toContain("Header, Footer, Home · hero");
  expect(html).not.toContain("Where");
  expect(placeTitle({ root: "lp-ai", location: "closing" })).toBe("Lp ai · closing");
});

it("narrows a click to a part, a place or a page", () => {
  expect(narrowings(CONTACT).map(([, name]) => name)).toEqual([
    "Anywhere",
    "Header",
    "Header · nav",
    "Header · solutions menu",
    "Footer",
    "Home · hero",
    "On /",
    "On /pricing",
  ]);
  for (const [value] of narrowings(CONTACT)) expect(narrowingValue(readNarrowing(value))).toBe(value);
  const { label, targets } = CONTACT;
  const html = draw({ kind: "click", label, targets, path: "", root: "header", location: "" });
  expect(/<option[^>]*selected[^>]*>([^<]*)/.exec(html)?.[1]).toBe("Header");
  expect(/<input type="radio"[^>]*checked=""[^>]*>/.exec(html)?.[0]).toContain('value="/contact-sales"');
});

it("names elements, with their selector below", () => {
  const html = renderToStaticMarkup(
    <ConditionFields kind="element" condition={null} choices={CHOICES} onChange={() => undefined} />,
  );
  expect(html).toMatch(/Button in section faq<span[^>]*>\[data-section-id=/);
});
