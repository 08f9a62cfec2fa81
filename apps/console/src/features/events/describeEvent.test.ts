import { describe, expect, it } from "vitest";
import { describeEvent, propertyLabel } from "./describeEvent.ts";

const event = { type: "track", event: "", path: "/pricing", properties: {} };

describe("describeEvent", () => {
  it.each([
    [
      { type: "page", properties: { url: "https://t.example/pricing", title: "Pricing" } },
      "Viewed /pricing",
      ["Title"],
    ],
    [{ type: "page", path: "" }, "Page view", []],
    [{ type: "identify" }, "Identify", []],
    [
      {
        event: "click web",
        properties: { buttonClicked: "Start free trial", location: "hero", root: "home" },
      },
      "Clicked “Start free trial” in hero",
      ["Root"],
    ],
    [{ event: "click web", properties: { href: "/x" } }, "Click", ["Href"]],
    [
      { event: "Form Sent", properties: { form: "demo", location: "ai" } },
      "Sent the form “demo”",
      ["Location"],
    ],
    [
      { event: "Experiment Viewed", properties: { experiment_id: "hero", variation_name: "Bold" } },
      "Saw “Bold” of “hero”",
      ["Experiment ID"],
    ],
    [
      {
        event: "Error Occurred",
        properties: { stack: "at x", message: "x is not a function", kind: "error" },
      },
      "Error: x is not a function",
      ["Kind", "Stack"],
    ],
    [
      { event: "Order Completed", properties: { total: "12", isGift: "true" } },
      "Order Completed",
      ["Total", "Is gift"],
    ],
  ])("says what happened: %j", (eventFields, sentence, labels) => {
    const told = describeEvent({ ...event, ...eventFields } as typeof event);
    expect(told.sentence).toBe(sentence);
    expect(told.rest.map(([label]) => label)).toEqual(labels);
  });

  it("formats values", () => {
    const properties = { lcp: "1234.5", cls: "0.03", isPaid: "false" };
    const { rest } = describeEvent({
      ...event,
      event: "Web Vitals",
      properties: { ...properties, path: "/x" },
    });
    expect(new Map(rest).get("LCP")).toMatch(/^1\.24 s$/);
    expect(new Map(rest).get("CLS")).toBe("0.03");
    expect(new Map(rest).get("Is paid")).toBe("no");
  });
});

it("propertyLabel splits names into words", () => {
  expect(["clickedLocation", "variation_id", "lcpTarget", "url", "__"].map(propertyLabel)).toEqual([
    "Clicked location",
    "Variation ID",
    "LCP target",
    "URL",
    "__",
  ]);
});
