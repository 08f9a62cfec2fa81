import { CONSENT_GROUPS, ONE_DAY } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { barePages, DEMO_STORY, dayOptions, visitsOf } from "../testing/demoDays.ts";
import { demoDay } from "./day.ts";
import { demoInteractions } from "./interactions.ts";
import { demoLeads } from "./leads.ts";
import { demoReceipts } from "./receipts.ts";
import { comingOn } from "./visitors.ts";

/* The demo must look like a real site, and its screens must agree with each other. */

const DAYS = [0, 1, 2, 3, 5, 6, 7, 8, 14, 15, 16, 17];
const LAUNCH = (DEMO_STORY.today - DEMO_STORY.launch) / ONE_DAY;
const people = (days: number[]) => visitsOf(...days).filter(({ events: [first] }) => first?.bot === "");
const shareOf = <Item>(items: readonly Item[], condition: (item: Item) => boolean) =>
  items.filter(condition).length / items.length;

describe("visitors", () => {
  it("come back: one in 4 to 20 in the week after, and fewer and fewer in later weeks", () => {
    const weeks = 9;
    const since = dayOptions(7 * weeks).day;
    const visits = Array.from({ length: weeks }, (_, week) =>
      Array.from({ length: 7 }, (_, day) =>
        comingOn(dayOptions(7 * (weeks - week) - day, { since })).filter(({ id }) => !id.includes("crawler")),
      ).flat(),
    );
    const seen = visits.map((week) => new Set(week.map(({ visitor }) => visitor.id)));
    const cohorts = visits.map((week) => week.filter(({ visitor }) => visitor.first === null));
    const retained = [1, 2, 3, 4, 5].map((later) =>
      shareOf(
        cohorts.slice(0, -later).flatMap((cohort, week) => cohort.map((each) => ({ ...each, week }))),
        ({ visitor, week }) => seen[week + later]?.has(visitor.id) ?? false,
      ),
    );
    expect(retained[0]).toBeGreaterThan(0.05);
    expect(retained[0]).toBeLessThan(0.25);
    expect(retained).toEqual([...retained].sort((one, other) => other - one));
    expect(retained.at(-1)).toBeGreaterThan(0);
  });

  it("come for the first time before they come back, but not before the demo begins", () => {
    const since = dayOptions(20).day;
    const seen = new Set<string>();
    const returning = Array.from({ length: 21 }, (_, index) => 20 - index).flatMap((ago) => {
      const coming = comingOn(dayOptions(ago, { since }));
      const later = coming.filter(({ visitor }) => visitor.first !== null);
      expect(later.filter(({ visitor }) => !seen.has(visitor.id))).toEqual([]);
      for (const { visitor } of coming) seen.add(visitor.id);
      return later;
    });
    expect(returning.length).toBeGreaterThan(100);
  });
});

describe("consent", () => {
  const hashEmail = { ofId: (id: string) => `hash of ${id}` };
  const days = Array.from({ length: 8 }, (_, index) => {
    const options = dayOptions(7 - index, {
      since: dayOptions(7).day,
      pages: barePages("/", "/pricing"),
      errors: [],
    });
    const visits = demoDay(options);
    return { visits, receipts: demoReceipts(visits, options, hashEmail) };
  });
  const receipts = days.flatMap((day) => day.receipts);
  const isRefused = ({ groups }: (typeof receipts)[number]) => !groups.includes(CONSENT_GROUPS.analytics);

  it("has a receipt of each visitor, from before the first event, consistent with the events", () => {
    const byId = new Map(receipts.map((receipt) => [receipt.id, receipt]));
    expect(byId.size).toBe(receipts.length);
    const events = days.flatMap(({ visits }) => visits.flatMap((visit) => visit.events));
    for (const { visitor_id, timestamp, context, bot } of events) {
      if (bot !== "") continue;
      const { receiptId, categoryPreferences } = JSON.parse(context).consent;
      const receipt = byId.get(receiptId);
      expect(receipt?.visitorHash).toBe(hashEmail.ofId(visitor_id));
      expect(receipt?.receivedAt.getTime()).toBeLessThan(timestamp);
      const granted = Object.keys(categoryPreferences).filter((group) => categoryPreferences[group]);
      expect(receipt?.groups).toEqual(granted);
      expect(granted).toContain(CONSENT_GROUPS.analytics);
    }
  });

  it("is declined as often as on other sites, and by a number of visitors consistent with leads", () => {
    const refused = shareOf(receipts, isRefused);
    expect(refused).toBeGreaterThan(0.22);
    expect(refused).toBeLessThan(0.35);
    const german = shareOf(
      receipts.filter(({ country }) => country === "DE"),
      isRefused,
    );
    expect(german).toBeGreaterThan(0.3);
    expect(german).toBeLessThan(0.5);
    const leads = [...DAYS, LAUNCH, LAUNCH - 1, LAUNCH - 2]
      .flatMap((ago) =>
        demoLeads(
          people([ago]).flatMap(({ form }) => form ?? []),
          dayOptions(ago),
        ),
      )
      .filter(({ isSpam }) => !isSpam);
    const unknown = shareOf(leads, ({ visit }) => visit === null);
    expect(Math.abs(unknown - refused)).toBeLessThan(0.1);
  });
});

describe("pages", () => {
  const interactions = DAYS.flatMap((ago) => demoInteractions(visitsOf(ago), dayOptions(ago)));

  it("open overlays only by a click on a link to them, which heatmaps also have", () => {
    const opened = new Map<string, number>();
    for (const { events } of people(DAYS))
      for (const [index, { event, path, properties }] of events.entries()) {
        // All tracked links of the test's pages open overlays.
        if (event === "click web") expect(events[index + 1]?.event).toBe("Overlay Opened");
        if (event !== "Overlay Opened") continue;
        const click = events[index - 1];
        expect([click?.event, click?.path]).toEqual(["click web", path]);
        if (JSON.parse(properties).overlay === "sign-up") opened.set(path, (opened.get(path) ?? 0) + 1);
      }
    const clicked = new Map<string, number>();
    for (const { type, path, selector } of interactions)
      if (type === "click" && selector.endsWith('/sign-up"]'))
        clicked.set(path, (clicked.get(path) ?? 0) + 1);
    expect(clicked).toEqual(opened);
    expect(opened.get("/pricing")).toBeGreaterThan(20);
  });

  it("of the demo are clicked", () => {
    const views = people(DAYS).flatMap((visit) => visit.views.filter(({ page }) => page.path === "/demo"));
    expect(views.length).toBeGreaterThan(50);
    expect(shareOf(views, ({ clicks }) => clicks.length > 0)).toBeGreaterThan(0.3);
  });

  it("are scrolled less and less from the first screen on, but to the end by some", () => {
    const scrolls = interactions.filter(({ type }) => type === "scroll");
    const reaching = (share: number) =>
      shareOf(scrolls, ({ max_scroll_height, page_height }) => max_scroll_height >= share * page_height);
    const [start = 0, third = 0, half = 0, most = 0, end = 0] = [0.1, 0.3, 0.5, 0.75, 1].map(reaching);
    expect(start).toBe(1);
    expect(end).toBeGreaterThan(0.04);
    expect(end).toBeLessThan(0.2);
    // Steep at first, flat in the end.
    expect((third - half) / 0.2).toBeGreaterThan(1.2 * ((half - most) / 0.25));
    expect((half - most) / 0.25).toBeGreaterThan(1.2 * ((most - end) / 0.25));
  });

  it("make few readers of the newsletter ask for sales", () => {
    const readers = people(DAYS).filter(({ events: [first] }) => first?.utm_campaign === "product-news");
    expect(readers.length).toBeGreaterThan(50);
    const share = shareOf(readers, ({ events }) =>
      events.some(({ event, properties }) => event === "Overlay Opened" && properties.includes("sales")),
    );
    expect(share).toBeLessThan(0.1);
  });
});
