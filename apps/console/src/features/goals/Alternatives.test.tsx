import type { SingleCondition } from "@marquee/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Alternatives, newDraft } from "./Alternatives.tsx";

const CHOICES = {
  pages: [],
  events: [],
  forms: [],
  overlays: [],
  sections: [],
  scrolledPages: [],
  clicks: [],
  elements: [],
};
const draw = (...conditions: (SingleCondition | null)[]) =>
  renderToStaticMarkup(
    <Alternatives drafts={conditions.map(newDraft)} choices={CHOICES} onChange={() => undefined} />,
  );
const SENT: SingleCondition = { kind: "form", step: "sent", form: null };
const OLD: SingleCondition = { kind: "button", label: "Start", root: "header", location: "nav" };

it("has one condition or several, each with a remove button unless it is the only one", () => {
  const one = draw(null);
  expect(one).toContain("A visitor…");
  expect(one).not.toContain("Remove");
  const two = draw(SENT, null);
  expect(two).toContain("Or a visitor…");
  expect(two).toContain("Remove the first alternative");
  expect(two).toContain("Remove alternative 1");
  expect(two).toContain("Or something else");
});

it("offers clicks by text and place only if the goal already has such a condition", () => {
  expect(draw(null)).not.toContain("in one place");
  const html = draw(OLD);
  expect(/<option[^>]*selected[^>]*>([^<]*)/.exec(html)?.[1]).toBe(
    "Clicks a button or link with one text, in one place",
  );
  expect(html).toContain("Clicked “Start” in header › nav.");
});
