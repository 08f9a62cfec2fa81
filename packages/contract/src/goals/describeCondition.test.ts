import { expect, it } from "vitest";
import { describeCondition, placeText } from "./describeCondition.ts";
import type { ClickCondition, GoalCondition } from "./goals.ts";

const CONTACT: ClickCondition = {
  kind: "click",
  label: "Contact sales",
  targets: ["/contact-sales"],
  path: "",
  root: "",
  location: "",
};

it.each([
  [{ kind: "page", match: "is", path: "/pricing" }, "Viewed /pricing"],
  [{ kind: "page", match: "is", path: "/" }, "Viewed the home page"],
  [{ kind: "page", match: "starts with", path: "/lp" }, "Viewed a page below /lp"],
  [{ kind: "page", match: "contains", path: "/" }, "Viewed a page with /"],
  [{ kind: "form", step: "sent", form: null }, "Sent a form"],
  [{ kind: "form", step: "started", form: "sign-up" }, "Started the sign-up form"],
  [{ kind: "overlay", overlay: "enterprise-sales" }, "Opened the enterprise sales overlay"],
  [{ kind: "section", section: "pricing/plans" }, "Saw pricing/plans"],
  [
    { kind: "button", label: "Start free", root: "header", location: "nav" },
    "Clicked “Start free” in header › nav",
  ],
  [CONTACT, "Clicked “Contact sales”"],
  [{ ...CONTACT, root: "header" }, "Clicked “Contact sales” in header"],
  [{ ...CONTACT, root: "home", location: "hero" }, "Clicked “Contact sales” in home › hero"],
  [{ ...CONTACT, path: "/pricing" }, "Clicked “Contact sales” on /pricing"],
  [
    { kind: "any", of: [CONTACT, { kind: "form", step: "sent", form: "sales" }] },
    "Clicked “Contact sales” or sent the sales form",
  ],
  [{ kind: "element", path: "/", selector: "#buy" }, "Clicked the element “buy” on the home page"],
  [
    { kind: "element", path: "", selector: 'html footer a[href="\\/security"]' },
    "Clicked the link to /security in the footer",
  ],
  [{ kind: "time", path: "", seconds: 60 }, "Stayed 1 minute on a page"],
  [{ kind: "time", path: "/pricing", seconds: 90 }, "Stayed 1m 30s on /pricing"],
  [{ kind: "scroll", path: "/", percent: 75 }, "Scrolled 75% of the home page"],
  [{ kind: "event", event: "complete flow", properties: [] }, "Demo completed"],
  [{ kind: "event", event: "Paid", properties: [{ name: "plan", value: "pro" }] }, "Paid with plan pro"],
] satisfies [GoalCondition, string][])("describes %j", (condition, text) => {
  expect(describeCondition(condition)).toBe(text);
});

it("names a location once if its part of the page has the same name", () => {
  expect(placeText({ root: "home", location: "hero" })).toBe("home › hero");
  expect(placeText({ root: "banner", location: "banner" })).toBe("banner");
});
