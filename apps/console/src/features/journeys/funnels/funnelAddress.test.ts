import type { Funnel } from "@marquee/contract/schema";
import { expect, it } from "vitest";
import { readFunnel, readStep, writeFunnel } from "./funnelAddress.ts";

const FUNNEL: Funnel = {
  steps: [
    { goal: 3 },
    { condition: { kind: "page", match: "starts with", path: "/a,b%" } },
    {
      condition: {
        kind: "event",
        event: "Paid",
        properties: [
          { name: "plan", value: "" },
          { name: "a,b", value: "100%" },
        ],
      },
    },
    { condition: { kind: "form", step: "sent", form: null } },
    { condition: { kind: "form", step: "started", form: "sales" } },
    { condition: { kind: "overlay", overlay: "sales" } },
    { condition: { kind: "section", section: "hero" } },
    { condition: { kind: "button", label: "See, plans", root: "header", location: "nav" } },
    { condition: { kind: "time", path: "", seconds: 60 } },
    { condition: { kind: "scroll", path: "/", percent: 75 } },
  ],
  per: "visitor",
  order: "strict",
  window: 3600,
};

it("survives a round trip through the URL", () => {
  const params = new URLSearchParams("range=7d&s=goal,9&window=60");
  writeFunnel(params, FUNNEL);
  expect(params.get("range")).toBe("7d");
  expect(readFunnel(new URLSearchParams(String(params)))).toEqual(FUNNEL);
  writeFunnel(params, null);
  expect(String(params)).toBe("range=7d");
});

it("writes what was clicked, and elements of any page", () => {
  const steps: Funnel["steps"] = [
    {
      condition: {
        kind: "click",
        label: "See, plans",
        targets: ["/pricing", "a,b%"],
        path: "",
        root: "header",
        location: "",
      },
    },
    { condition: { kind: "element", path: "", selector: "#buy" } },
  ];
  const params = new URLSearchParams();
  writeFunnel(params, { ...FUNNEL, steps });
  expect(readFunnel(new URLSearchParams(String(params)))?.steps).toEqual(steps);
});

it.each([
  "",
  "goal",
  "goal,0",
  "goal,x",
  "page,is",
  "page,equals,/",
  "time,/,soon",
  "button,a,b",
  "click,a,,header,nav",
  "dance,x",
  "form,liked",
])("leaves out the malformed step %j", (text) => {
  expect(readStep(text)).toBe(null);
  expect(readFunnel(new URLSearchParams([["s", text]]))).toBe(null);
});
