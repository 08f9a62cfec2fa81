import type { LeadEntry, LeadResponse } from "@marquee/contract/schema";
import { expect, it } from "vitest";
import { journeyItems } from "../../shared/journey/journeyItems.ts";
import { leadMilestones } from "./leadMilestones.ts";

const entry = (overrides: Partial<LeadEntry>): LeadEntry => ({
  id: "1",
  at: 3,
  by: null,
  kind: "note",
  before: null,
  after: null,
  isDeleted: false,
  ...overrides,
});
// Safe cast: milestones only read these fields.
const lead = { kind: "demo", createdAt: 1, pagePath: "/demo", route: null } as LeadResponse["lead"];
const titles = (entries: LeadEntry[]) =>
  leadMilestones({ lead, attempts: [], entries }).map(({ title, detail }) => [title, detail]);

it("says what happened and who did it, without deleted notes", () => {
  const entries = [
    entry({ id: "1", kind: "status", before: "new", after: "won", by: "eve@acme.example" }),
    entry({ id: "2", kind: "value", after: "1200.5", by: "eve@acme.example" }),
    entry({ id: "3", kind: "meeting", before: "2026-06-01T12:00:00Z", after: "canceled" }),
    entry({ id: "4", after: "Gone", isDeleted: true }),
  ];
  expect(titles(entries)).toEqual([
    ["Sent the demo form", "On /demo"],
    ["Status changed from New to Won", "eve@acme.example"],
    ["Value set to $1,200.50", "eve@acme.example"],
    ["Meeting canceled", "Reported by webhook"],
  ]);
});

it("shows the attempts of each delivery, in order of time, why they failed, and repeated ones once", () => {
  const milestones = leadMilestones({
    lead,
    entries: [],
    attempts: [
      { destination: "webhook", at: 9, error: null },
      { destination: "webhook", at: 7, error: "Responded with 500." },
      { destination: "webhook", at: 4, error: "Responded with 500." },
      { destination: "slack", at: 2, error: null },
      { destination: "webhook", at: 2, error: "Responded with 503." },
    ],
  });
  const items = journeyItems([], milestones).map((item) => item.kind === "milestone" && item.milestone);
  expect(items.map((each) => each && [each.at, each.title, each.detail, each.isBad])).toEqual([
    [1, "Sent the demo form", "On /demo", undefined],
    [2, "Delivered by Slack", undefined, false],
    [2, "Not delivered by Webhook", "Responded with 503.", true],
    [
      4,
      "Not delivered by Webhook",
      expect.stringMatching(/^Responded with 500\. 2 attempts until Jan 1/),
      true,
    ],
    [9, "Delivered by Webhook", undefined, false],
  ]);
  expect(new Set(milestones.map(({ key }) => key)).size).toBe(5);
});
