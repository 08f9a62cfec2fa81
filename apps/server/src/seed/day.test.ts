import { EVENT_CATALOG, type EventName, isEmailAddress, ONE_DAY } from "@marquee/contract";
import { Compile } from "typebox/schema";
import { describe, expect, it } from "vitest";
import type { EventRow } from "../platform/storage/events/eventRow.types.ts";
import { DEMO_NOW, DEMO_ORIGIN, DEMO_STORY, dayOptions, visitsOf } from "../testing/demoDays.ts";
import { demoDay } from "./day.ts";
import { demoLeads } from "./leads.ts";

const LAUNCH = (DEMO_STORY.today - DEMO_STORY.launch) / ONE_DAY;
const RECENT = [0, 1, 2, 3, 5, 6, 7, 8, 14, 15, 16, 17];
const eventsOf = (...days: number[]): EventRow[] => visitsOf(...days).flatMap(({ events }) => events);

describe("a day", () => {
  it("is the same for the same seed, and different for another", () => {
    expect(demoDay(dayOptions(3))).toEqual(visitsOf(3));
    expect(visitsOf(3)).not.toEqual(demoDay(dayOptions(3, { seed: 8 })));
  });

  it("has only events of the catalog, with valid properties, and no message twice", () => {
    const events = eventsOf(1, LAUNCH, 100);
    const checks = new Map(
      Object.entries(EVENT_CATALOG).map(([name, { properties }]) => [name, Compile(properties)]),
    );
    const invalid = events.filter(
      ({ type, event, properties }) =>
        type === "track" && !checks.get(event as EventName)?.Check(JSON.parse(properties)),
    );
    expect(invalid).toEqual([]);
    expect(new Set(events.map(({ message_id }) => message_id)).size).toBe(events.length);
    const names = new Set(events.map(({ event }) => event));
    for (const name of ["click web", "Section Viewed", "Web Vitals", "Error Occurred", "Experiment Viewed"])
      expect(names).toContain(name);
  });

  it("has events with the page and referrer of the view that they belong to", () => {
    for (const { events } of visitsOf(3)) {
      let viewed: EventRow | undefined;
      for (const event of events) {
        if (event.type === "page") viewed = event;
        else expect(event.url).toBe(DEMO_ORIGIN + event.path);
        expect([event.path, event.referrer]).toEqual([viewed?.path, viewed?.referrer]);
      }
    }
  });

  it("has many more visits on the day of the launch, fewer on weekends, and hardly any from the newsletter in the end", () => {
    expect(visitsOf(LAUNCH).length).toBeGreaterThan(3 * visitsOf(LAUNCH + 7).length);
    // June 7, 2026 was a Sunday.
    expect(visitsOf(3).length).toBeLessThan(0.7 * visitsOf(2).length);
    const fromNewsletter = (...days: number[]) =>
      visitsOf(...days).filter(({ events: [first] }) => first?.utm_campaign === "product-news").length;
    expect(fromNewsletter(0, 1, 2, 3)).toBeLessThan(0.4 * fromNewsletter(14, 15, 16, 17));
  });

  it("has sources in many channels, and visitors who come back with the same machine", () => {
    const events = eventsOf(5, 6, 7, 8);
    const counted = events.filter(({ bot }) => bot === "");
    const channels = new Set(counted.map(({ channel }) => channel));
    for (const channel of ["direct", "organic-search", "paid-search", "paid-social", "email", "affiliates"])
      expect(channels).toContain(channel);
    expect(channels).not.toContain("unassigned");
    const odd = counted.filter((row) => !(row.country && row.browser && row.screen_class && row.language));
    expect(odd).toEqual([]);
    const machines = new Set(
      counted.map(({ visitor_id, os, country, locale }) => [visitor_id, os, country, locale].join(" ")),
    );
    expect(machines.size).toBe(new Set(counted.map(({ visitor_id }) => visitor_id)).size);
    expect(events.length).toBeGreaterThan(counted.length);
  });

  it("has leads with invented addresses, some without consent, and none later than now", () => {
    const all = [...RECENT, LAUNCH, LAUNCH + 7].flatMap((ago) =>
      demoLeads(
        visitsOf(ago).flatMap(({ form }) => form ?? []),
        dayOptions(ago),
      ),
    );
    const withoutConsent = all.filter(({ visit, isSpam }) => visit === null && !isSpam);
    const share = withoutConsent.length / all.length;
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.5);
    for (const { email, createdAt } of all) {
      expect(email).toMatch(/@example\.(com|org|net)$/);
      expect(isEmailAddress(email)).toBe(true);
      expect(createdAt.getTime()).toBeLessThanOrEqual(DEMO_NOW);
    }
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });
});
