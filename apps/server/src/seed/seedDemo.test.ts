import { join } from "node:path";
import {
  type ContentChanges,
  EVENT_CATALOG,
  type EventName,
  type ExperimentDefinition,
  isEmailAddress,
  ONE_DAY,
} from "@marquee/contract";
import { ExperimentDefinitionSchema } from "@marquee/contract/schema";
import { Compile } from "typebox/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyOverlay, readSiteContent } from "../content/siteContent.ts";
import { checkDefinition } from "../experiments/checks/checkDefinition.ts";
import type { EventRow } from "../storage/events/eventRow.types.ts";
import { sessionsWhere } from "../storage/events/queries/sessions.ts";
import {
  changes,
  consentReceipts,
  errorStatuses,
  experimentPhases,
  experiments,
  goals,
  identities,
  leadDeliveries,
  leadDeliveryAttempts,
  leads,
  releaseStarts,
  removedLeads,
} from "../storage/records/schema.ts";
import { borrowTestStores } from "../testing/borrowStores.ts";
import { DEMO_PAGES } from "../testing/demoPages.ts";
import { eventRow } from "../testing/eventRow.ts";
import { builtInFlag } from "../testing/experimentDefinition.ts";
import { newLead } from "../testing/newLead.ts";
import { CONTENT_DIR } from "../testing/realContent.ts";
import { recordedRows } from "../testing/recordedRows.ts";
import { TEST_SITE, type TestStores } from "../testing/startTestStores.ts";
import { clearDemo } from "./clearDemo.ts";
import { demoDay } from "./day.ts";
import { demoExperiments, runningAt, variationOf } from "./experiments.ts";
import { demoLeads } from "./leads.ts";
import { readRecordings } from "./recordings.ts";
import { seedDemo } from "./seedDemo.ts";
import { createStory } from "./story.ts";

const NOW = Date.parse("2026-06-10T15:00:00Z");
const ORIGIN = "https://trellis.example";
/** Few, because each is on a day of its own, and the rollup counts sessions by day. */
const RECORDINGS = readRecordings(join(import.meta.dirname, "recordings")).slice(0, 3);
const STORY = createStory(NOW);
const EXPERIMENTS = demoExperiments(STORY);
const ERROR = {
  message: "TypeError: x",
  kind: "error" as const,
  context: "",
  paths: ["/"],
  share: () => 0.2,
  decision: "ignored" as const,
  places: [{ script: "/assets/home-1.js", line: 1, column: 2 }],
};
const PAGES = new Map(DEMO_PAGES.map((page) => [page.path, page]));

/**
 * Only these pages, on which visitors do nothing: for tests of many days that only need to know who views them. The paths of visits are planned
 * without them.
 */
const barePages = (...paths: string[]) =>
  new Map(
    DEMO_PAGES.filter(({ path }) => paths.includes(path)).map((page) => [
      page.path,
      { ...page, sections: [], actions: [] },
    ]),
  );

const dayOptions = (ago: number, seed = 7) => ({
  day: STORY.today - ago * ONE_DAY,
  seed,
  story: STORY,
  site: TEST_SITE,
  origin: ORIGIN,
  pages: PAGES,
  experiments: EXPERIMENTS,
  errors: [ERROR],
});
/** Days that several tests share, because each takes long to make. */
const LAUNCH = (STORY.today - STORY.launch) / ONE_DAY;
const RECENT = [0, 1, 2, 3, 5, 6, 7, 8, 14, 15, 16, 17];
const made = new Map<number, ReturnType<typeof demoDay>>();
function visitsOf(ago: number): ReturnType<typeof demoDay> {
  const visits = made.get(ago) ?? demoDay(dayOptions(ago));
  made.set(ago, visits);
  return visits;
}
const eventsOf = (ago: number): EventRow[] => visitsOf(ago).flatMap(({ events }) => events);

describe("a day", () => {
  it("is the same for the same seed, and different for another", () => {
    expect(demoDay(dayOptions(3))).toEqual(visitsOf(3));
    expect(visitsOf(3)).not.toEqual(demoDay(dayOptions(3, 8)));
  });

  it("has only events of the catalog, with valid properties, and no message twice", () => {
    const events = [1, LAUNCH, 100].flatMap(eventsOf);
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
        else expect(event.url).toBe(ORIGIN + event.path);
        expect([event.path, event.referrer]).toEqual([viewed?.path, viewed?.referrer]);
      }
    }
  });

  it("has many more visits on the day of the launch, fewer on weekends, and hardly any from the newsletter in the end", () => {
    expect(visitsOf(LAUNCH).length).toBeGreaterThan(3 * visitsOf(LAUNCH + 7).length);
    // June 7, 2026 was a Sunday.
    expect(visitsOf(3).length).toBeLessThan(0.7 * visitsOf(2).length);
    const fromNewsletter = (...days: number[]) =>
      days.flatMap(visitsOf).filter(({ events: [first] }) => first?.utm_campaign === "product-news").length;
    expect(fromNewsletter(0, 1, 2, 3)).toBeLessThan(0.4 * fromNewsletter(14, 15, 16, 17));
  });

  it("has known sources in many channels, and visitors who come back with the same machine", () => {
    const events = [5, 6, 7, 8].flatMap(eventsOf);
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
      expect(createdAt.getTime()).toBeLessThanOrEqual(NOW);
    }
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });
});

describe("the experiments", () => {
  it("are valid on the site as it is", async () => {
    const site = await readSiteContent(CONTENT_DIR, CONTENT_DIR);
    const checkChanges = (changes: ContentChanges) =>
      applyOverlay(site, new Map(Object.entries(changes))).unused.map(({ problem }) => problem);
    const schema = Compile(ExperimentDefinitionSchema);
    for (const { definition } of EXPERIMENTS) {
      expect(schema.Check(definition)).toBe(true);
      await checkDefinition(definition, [], {
        findFlag: builtInFlag,
        environment: "production",
        pathOfPage: () => "/",
        checkChanges,
      });
    }
  });

  it("end with a winner and a loser", () => {
    const [won, lost] = EXPERIMENTS.slice(0, 2).map(({ definition, path, phases: [phase] }) => {
      const { from = 0, to = STORY.today } = phase ?? {};
      const days = ((to ?? STORY.today) - from) / ONE_DAY;
      const first = (STORY.today - from) / ONE_DAY;
      const pages = barePages(path, definition.metrics[0]?.path ?? "");
      const visits = Array.from({ length: days }, (_, index) =>
        demoDay({ ...dayOptions(first - index), pages, errors: [] }),
      ).flat();
      return zScoreOf(
        visits.flatMap(({ events }) => events),
        definition,
      );
    });
    expect(won).toBeGreaterThan(3.5);
    expect(lost).toBeLessThan(-3.5);
  });

  it("assign visitors anew in a later phase, and nobody between phases", () => {
    const [, , headline] = EXPERIMENTS;
    if (!headline) throw new Error("There are three.");
    const [first, second] = headline.phases.map(({ from }) => runningAt(from, EXPERIMENTS).at(-1));
    if (!first || !second) throw new Error("It has two phases.");
    expect([first.phase, second.phase]).toEqual([1, 2]);
    expect(runningAt((headline.phases[1]?.from ?? 0) - 1, EXPERIMENTS)).toEqual([]);
    const visitors = Array.from({ length: 2000 }, (_, index) => `visitor ${index}`);
    const same = visitors.filter((visitor) => variationOf(visitor, first) === variationOf(visitor, second));
    expect(Math.abs(same.length - 1000)).toBeLessThan(150);
    const variation = visitors.filter((visitor) => variationOf(visitor, second) === 1);
    expect(Math.abs(variation.length - 1000)).toBeLessThan(150);
  });
});

/** How many standard errors the second variation's rate of the primary metric, a page view, is above the control's. */
function zScoreOf(events: readonly EventRow[], { key, metrics }: ExperimentDefinition): number {
  const exposures = events.filter(
    ({ event, properties }) => event === "Experiment Viewed" && JSON.parse(properties).experiment_id === key,
  );
  const path = metrics[0]?.path;
  const [control, variation] = ["control", "variation"].map((shown) => {
    const users = new Map(
      exposures
        .filter(({ properties }) => JSON.parse(properties).variation_id === shown)
        .map(({ visitor_id, timestamp }) => [visitor_id, timestamp]),
    );
    const converted = new Set(
      events
        .filter((row) => row.type === "page" && row.path === path)
        .filter(
          ({ visitor_id, timestamp }) => timestamp >= (users.get(visitor_id) ?? Number.POSITIVE_INFINITY),
        )
        .map(({ visitor_id }) => visitor_id),
    );
    return { rate: converted.size / users.size, users: users.size };
  });
  if (!control || !variation) throw new Error("There are two variations.");
  const variance = ({ rate, users }: typeof control) => (rate * (1 - rate)) / users;
  return (variation.rate - control.rate) / Math.sqrt(variance(control) + variance(variation));
}

describe("the stores", () => {
  let stores: TestStores;

  beforeAll(async () => {
    stores = await borrowTestStores();
  }, 120_000);
  afterAll(async () => {
    await stores.stop();
  });

  const demoStores = () => ({
    eventStore: stores.eventStore,
    db: stores.records.db,
    hashEmail: stores.identities.hashEmail,
  });
  const seed = () =>
    seedDemo(demoStores(), {
      days: 2,
      seed: 7,
      site: TEST_SITE,
      origin: ORIGIN,
      recordings: RECORDINGS,
      pages: DEMO_PAGES,
      errors: [ERROR],
      now: NOW,
      onProgress: () => undefined,
    });
  /** How many events meet each condition. */
  const count = async (...conditions: string[]) => {
    const counts = conditions.map((condition) => `toUInt32(countIf(${condition}))`);
    const [row] = await stores.eventStore.query<{ counts: number[] }>(
      `SELECT [${counts.join(", ")}] AS counts FROM events_unique`,
    );
    return row?.counts;
  };
  const recordCounts = () =>
    Promise.all(
      [
        leads,
        leadDeliveries,
        leadDeliveryAttempts,
        consentReceipts,
        identities,
        experiments,
        experimentPhases,
        changes,
        errorStatuses,
        releaseStarts,
        removedLeads,
        goals,
      ].map((table) => stores.records.db.$count(table)),
    );
  /** How many rows the other tables have. */
  const rowsOfOthers = async () => {
    const merged = ["leads", "interactions", "replay_segments", "sessions"].map((name) => `${name} FINAL`);
    const counts = ["imported_days", ...merged].map((table) => `(SELECT toUInt32(count()) FROM ${table})`);
    const [row] = await stores.eventStore.query<{ counts: number[] }>(
      `SELECT [${counts.join(", ")}] AS counts`,
    );
    return row?.counts ?? [];
  };

  it("get marked data up to now, the same in a second run, and lose it again without the real data beside it", async () => {
    const { eventStore, records } = stores;
    const real = "0bd81997-47cf-4016-9f5e-71772682ad71";
    await eventStore.insert("events", [eventRow({ message_id: "real" })], "real");
    await eventStore.insert("interactions", [recordedRows.interaction("real", real, NOW)], "real");
    await eventStore.insert("replay_segments", [recordedRows.segment("real", real, NOW)], "real");
    const [lead] = await records.db.insert(leads).values(newLead("real@trellis.example")).returning();
    await records.db
      .insert(identities)
      .values({
        person: real,
        kind: "lead",
        value: String(lead?.id),
        source: "lead",
        lastSeenAt: new Date(NOW),
      });
    await records.db
      .insert(consentReceipts)
      .values({
        id: real,
        visitorId: real,
        groups: ["C0001", "C0002"],
        textVersion: 1,
        country: "NO",
        decidedAt: new Date(NOW),
        receivedAt: new Date(NOW),
      });
    const before = await recordCounts();

    const done = await seed();
    const seeded = await recordCounts();
    expect(done.events).toBeGreaterThan(2000);
    expect(await stores.records.db.select().from(errorStatuses)).toMatchObject([
      { message: ERROR.message, state: "ignored", updatedBy: "npm run seed-demo" },
    ]);
    expect(await seed()).toEqual(done);
    expect(await recordCounts()).toEqual(seeded);
    const arrivals = "demo = 1 AND type = 'page' AND bot = '' AND source != '(internal)'";
    const isLater = `timestamp > fromUnixTimestamp64Milli(${NOW})`;
    const [events, later, sessions] =
      (await count("demo = 1", isLater, `${arrivals} AND visitor_id NOT LIKE '%-recorded-%'`)) ?? [];
    expect([events, later]).toEqual([done.events, 0]);
    const [importedDays, leadCopies] = await rowsOfOthers();
    expect(leadCopies).toBe(done.leads);
    // A year of totals and of sources, channels and two campaign parameters.
    expect(importedDays).toBeGreaterThan(365 * 5);
    const [consistent] = await eventStore.query(
      `SELECT toUInt32(countIf(toUnixTimestamp64Milli(started) != session_id)) AS odd, toUInt32(count()) AS sessions
       FROM ${sessionsWhere("1")} WHERE demo = 1 AND visitor_id NOT LIKE '%-recorded-%'`,
    );
    expect(consistent).toEqual({ odd: 0, sessions });
    const recorded = await eventStore.query<{ starts: number; ends: number }>(
      `SELECT toUInt32(has_full_snapshot AND segment_index = 0) AS starts, toUInt32(ended <= fromUnixTimestamp64Milli(${NOW})) AS ends
       FROM replay_segments FINAL WHERE visitor_id LIKE 'demo-%'`,
    );
    expect(recorded.filter(({ starts }) => starts === 1).length).toBeGreaterThanOrEqual(RECORDINGS.length);
    expect(recorded.every(({ ends }) => ends === 1)).toBe(true);

    await clearDemo(demoStores());
    expect(await count("demo = 1", "demo = 0")).toEqual([0, 1]);
    expect(await recordCounts()).toEqual(before);
    expect(await rowsOfOthers()).toEqual([0, 0, 1, 1, 0]);
  });
});
