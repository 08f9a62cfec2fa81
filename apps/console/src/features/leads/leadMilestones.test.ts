import type { LeadEntry, LeadResponse } from "@marquee/contract/schema";
import { expect, it } from "vitest";
import { journeyItems } from "../../shared/journey/journeyItems.ts";
import { leadMilestones } from "./leadMilestones.ts";

const entry = (given: Partial<LeadEntry>): LeadEntry => ({
  ...{ id: "1", at: 3, by: null, kind: "note", before: null, after: null, isDeleted: false, ...given },
});
// Safe cast: milestones read only these.
const lead = { kind: "demo", createdAt: 1, pagePath: "/demo", route: null } as LeadResponse["lead"];
const titles = (entries: LeadEntry[]) =>
  leadMilestones({ lead, deliveries: [], entries }).map(({ title, detail }) => [title, detail]);

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

it("shows attempts that ended, and why they failed", () => {
  const attempt = { attempts: 1, attemptedAt: 2, nextAt: null, error: null };
  const shown = leadMilestones({
    lead,
    entries: [],
    deliveries: [
      { ...attempt, destination: "slack", state: "delivered" },
      { ...attempt, destination: "webhook", state: "failed", error: "Answered 500." },
      { ...attempt, destination: "email", state: "pending", attemptedAt: null },
    ],
  });
  expect(shown.map(({ title, detail, isBad }) => [title, detail, isBad])).toEqual([
    ["Sent the demo form", "On /demo", undefined],
    ["Delivered by Slack", undefined, false],
    ["Not delivered by Webhook", "Answered 500.", true],
  ]);
  expect(journeyItems([], shown.toReversed()).map(({ at }) => at)).toEqual([1, 2, 2]);
});
