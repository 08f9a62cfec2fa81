import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Compile } from "typebox/schema";
import { expect, test } from "vitest";
import { CONSENT_GROUPS } from "../consent/consent.ts";
import { LEAD_FORM_IDS } from "../leads/leads.ts";
import { EVENT_CATALOG, type EventProperties, eventTitle } from "./catalog.ts";
import { SECTION_ATTRIBUTES, TRACK_ATTRIBUTES } from "./trackingAttributes.ts";
import { VITALS, VITALS_WITH_TARGET } from "./webVitals.ts";

const MEASUREMENT = join(import.meta.dirname, "../../../../docs/measurement.md");
/** Calls of the library other than `track`. */
const CALLS = ["page", "identify", "group", "alias", "screen"];
const names = Object.keys(EVENT_CATALOG);
const propertiesOf = (name: keyof EventProperties) => Object.keys(EVENT_CATALOG[name].properties.properties);

/** Event names in the first column of the table under "## Events". */
function documentedEvents(): string[] {
  const [, section = ""] = readFileSync(MEASUREMENT, "utf8").split("\n## Events\n");
  const [events = ""] = section.split("\n## ");
  const rows = events.split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) => [...(row.split(" | ")[0] ?? "").matchAll(/`([^`]+)`/g)]);
  return named.map(([, name = ""]) => name).filter((name) => !CALLS.includes(name));
}

test("docs/measurement.md lists exactly the events of the catalog", () => {
  expect(documentedEvents().sort()).toEqual([...names].sort());
});

test("every event requires a consent group and has a unique title and a description", () => {
  const entries = Object.values(EVENT_CATALOG);
  for (const { consentGroup, title, description } of entries) {
    expect(consentGroup).not.toBe(CONSENT_GROUPS.necessary);
    expect(title).toMatch(/^[A-Z]/);
    expect(description).toMatch(/\.$/);
  }
  expect(new Set(entries.map(({ title }) => title)).size).toBe(entries.length);
});

test("required properties exist, and schemas accept valid and reject invalid properties", () => {
  for (const { properties } of Object.values(EVENT_CATALOG))
    for (const name of properties.required) expect(properties.properties).toHaveProperty(name);
  const form = Compile(EVENT_CATALOG["Form Sent"].properties);
  const sent: EventProperties["Form Sent"] = { form: "demo", formId: 1763, location: "demo" };
  expect(form.Check(sent)).toBe(true);
  expect(form.Check({ ...sent, form: "other" })).toBe(false);
  expect(form.Check({ form: "demo" })).toBe(false);
});

test("lists the properties that pages and code send", () => {
  const { eventName: _, ...click } = TRACK_ATTRIBUTES;
  expect(propertiesOf("click web")).toEqual(expect.arrayContaining(Object.keys(click)));
  expect(propertiesOf("Section Viewed").sort()).toEqual(Object.keys(SECTION_ATTRIBUTES).sort());
  const vitals = [...VITALS, ...VITALS_WITH_TARGET.map((vital) => `${vital}Target`)];
  expect(propertiesOf("Web Vitals")).toEqual(expect.arrayContaining(vitals));
  expect(EVENT_CATALOG["Form Sent"].properties.properties.formId.enum).toEqual([...LEAD_FORM_IDS, "sign-up"]);
});

test("eventTitle returns the name of events that are not in the catalog", () => {
  expect(eventTitle("Form Sent")).toBe("Form sent");
  expect(eventTitle("Order Completed")).toBe("Order Completed");
  expect(eventTitle("toString")).toBe("toString");
});
