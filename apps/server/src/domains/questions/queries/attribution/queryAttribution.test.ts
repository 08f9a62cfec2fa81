import { NO_CONSENT, NOT_SET, ONE_DAY, ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import { ATTRIBUTION_MODELS, type AttributionDimension } from "@marquee/contract/schema";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { IS_SOAK } from "../../../../../../../scripts/test/soak.mjs";
import type { EventRow } from "../../../../platform/storage/events/eventRow.types.ts";
import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { reconcile } from "../../../../platform/storage/reconcile.ts";
import { borrowEvents } from "../../../../testing/borrowStores.ts";
import { eventRow } from "../../../../testing/eventRow.ts";
import {
  drain,
  fill,
  GOALS,
  isValid,
  pick,
  questionOf,
  RANGE,
  tree,
  type World,
} from "../../../../testing/randomHistory.ts";
import { reaches, type Visit, visitsOf } from "../../../../testing/visitsOf.ts";
import { askStore } from "../askStore.ts";
import { type AttributionQuestion, queryAttribution, type StoredCredit } from "./queryAttribution.ts";

let store: EventStore;
beforeAll(async () => {
  store = await borrowEvents();
}, 120_000);
afterAll(async () => {
  await store.stop();
});

const GOAL = "Sent";
const VISITORS = Array.from({ length: 24 }, (_, index) => `visitor ${index}`);
/** Every second browser belongs to the same person as the one before it. */
const PAIRS = { visitors: VISITORS, people: VISITORS.map((_, index) => VISITORS[index - (index % 2)] ?? "") };
type Setting = Pick<
  AttributionQuestion,
  "counts" | "dimension" | "lookBackDays" | "halfLifeDays" | "skipsDirect" | "browsers"
>;
const setting: fc.Arbitrary<Setting> = fc.record({
  counts: pick("leads" as const, "won_value" as const, "won_leads" as const, "conversions" as const),
  dimension: pick<AttributionDimension>("visit:channel", "visit:entry_page", "section", "visit:variation"),
  lookBackDays: fc.integer({ min: 1, max: 6 }),
  halfLifeDays: fc.integer({ min: 1, max: 20 }),
  skipsDirect: fc.boolean(),
  browsers: pick({ visitors: [], people: [] }, PAIRS),
});

const oneIn = (count: number) => fc.integer({ min: 1, max: count }).map((number) => number === 1);
const minutes = pick(0, 10, 30, 45);
const visit = fc.record({
  day: fc.integer({ min: 0, max: 5 }),
  hour: pick(0, 0, 1),
  hasPage: oneIn(8).map((isWithout) => !isWithout),
  path: pick("/", "/pricing", "/docs"),
  channel: pick<EventRow["channel"]>("direct", "email", "display"),
  variations: pick<string[]>([], ["exp:1:a"], ["exp:1:b", "old:1:a"]),
  isCustomer: oneIn(10),
  sections: fc.array(fc.record({ name: pick("hero", "plans"), minutes }), { maxLength: 2 }),
  sentAt: fc.array(minutes, { maxLength: 1 }),
});
const lead = fc.record({
  visitor: fc.nat({ max: VISITORS.length - 1 }),
  minutes,
  consented: oneIn(4).map((isWithout) => !isWithout),
  isMatched: oneIn(4).map((isUnmatched) => !isUnmatched),
  status: pick("new", "won", "won", "spam"),
  value: pick(0, 0.1, 1200.25, 99_999_999.99),
  channel: pick<EventRow["channel"]>("direct", "email"),
});

const CONVERSIONS = RANGE.from + 6 * ONE_HOUR;
/**
 * People with several visits before the day of {@link RANGE}: whole days before it, so that some visits are exactly at the end of a look-back window, and
 * some start at the same time.
 */
const history: fc.Arbitrary<World> = fc
  // The first run of a property is biased toward small values, which rarely collide.
  .noBias(
    fc.record({
      visitors: fc.array(fc.array(visit, { minLength: 1, maxLength: 4 }), {
        minLength: VISITORS.length,
        maxLength: VISITORS.length,
      }),
      leads: fc.array(lead, { minLength: 6, maxLength: 12 }),
    }),
  )
  .map(({ visitors, leads }) => {
    const sessions = visitors.map((visits) =>
      visits.map(({ day, hour }, index) => CONVERSIONS - day * ONE_DAY + hour * ONE_HOUR + index),
    );
    const events = visitors.flatMap((visits, visitor) => {
      const name = VISITORS[visitor] ?? "";
      return visits.flatMap((each, index): EventRow[] => {
        const { day, hour, hasPage, path, channel, variations, isCustomer, sections, sentAt } = each;
        const start = CONVERSIONS - day * ONE_DAY + hour * ONE_HOUR;
        const audience = isCustomer ? ("customer" as const) : ("visitor" as const);
        const visitFields = {
          anonymous_id: name,
          visitor_id: name,
          path,
          channel,
          variations,
          audience,
          session_id: sessions[visitor]?.[index] ?? start,
        };
        const done = [
          ...(hasPage ? [{ type: "page" as const, event: "", at: 0, properties: {} }] : []),
          ...sections.map(({ name, minutes: at }) => ({
            type: "track" as const,
            event: "Section Viewed",
            at,
            properties: { sectionId: name },
          })),
          ...sentAt.map((at) => ({
            type: "track" as const,
            event: "Form Sent",
            at,
            properties: { plan: "pro" },
          })),
        ];
        return done.map(({ type, event, at, properties }, number) =>
          eventRow({
            ...visitFields,
            message_id: `${visitor} ${index} ${number}`,
            type,
            event,
            timestamp: start + at * ONE_MINUTE,
            properties: JSON.stringify(properties),
          }),
        );
      });
    });
    const rows = leads.map((each, index): World["leads"][number] => {
      const { visitor, consented, isMatched } = each;
      const session = sessions[visitor]?.find((at) => at >= RANGE.from);
      const sessionId = isMatched && session !== undefined ? session : 1;
      return {
        id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
        version: 1,
        site: "trellis.example",
        kind: "contact",
        form: "sales",
        has_meeting: 0,
        path: "/sales",
        locale: "en",
        audience: "visitor",
        country: "",
        status: each.status,
        timestamp: CONVERSIONS + each.minutes * ONE_MINUTE,
        value: each.value,
        consented: consented ? 1 : 0,
        visitor_id: consented ? (VISITORS[visitor] ?? "") : "",
        session_id: consented ? sessionId : 0,
        channel: consented ? each.channel : "",
      };
    });
    return { events, leads: rows };
  });

/** The Overview's query for the same count. */
function queryOf({ counts }: Setting, filters: unknown[][]) {
  if (counts !== "conversions") return { metrics: [counts], filters };
  return { metrics: ["events"], filters: [...filters, ["is", "event:goal", [GOAL]]] };
}

function compare(chosen: Setting, filters: unknown[][]) {
  const asked = questionOf(queryOf(chosen, filters));
  return { asked, credit: () => queryAttribution(store, { ...asked, ...chosen }) };
}

interface Touch {
  at: number;
  isDirect: boolean;
  names: string[];
}

/** The five models, as defined in docs/statistics.md. @param path touches in order. */
function shares(path: readonly Touch[], at: number, halfLife: number): number[][] {
  const last = path.length - 1;
  const weights = path.map((touch) => 2 ** (-Math.max(0, at - touch.at) / halfLife));
  const sum = weights.reduce((total, each) => total + each, 0);
  const byPosition = (index: number) => {
    if (path.length <= 2) return 1 / path.length;
    return index === 0 || index === last ? 0.4 : 0.2 / (path.length - 2);
  };
  return path.map((_, index) => [
    index === 0 ? 1 : 0,
    index === last ? 1 : 0,
    1 / path.length,
    byPosition(index),
    (weights[index] ?? 0) / sum,
  ]);
}

/** The same credits, counted directly and slowly. */
function creditDirectly({ events, leads }: World, chosen: Setting): StoredCredit[] {
  const { counts, dimension, lookBackDays, halfLifeDays, skipsDirect, browsers } = chosen;
  const visits = visitsOf(events);
  const personOf = (visitor: string) => browsers.people[browsers.visitors.indexOf(visitor)] ?? visitor;
  const inRange = (at: number) => at >= RANGE.from && at < RANGE.to;
  const namesOf = (visit: Visit, at: number): string[] => {
    if (dimension === "section") {
      const seen = visit.events.filter(
        ({ type, event, timestamp }) => type === "track" && event === "Section Viewed" && timestamp <= at,
      );
      return [...new Set(seen.map(({ properties }) => JSON.parse(properties).sectionId as string))];
    }
    if (dimension === "visit:variation") return visit.variations;
    return [dimension === "visit:channel" ? visit.first.channel : visit.first.path];
  };
  const touchOf = (visit: Visit, at: number): Touch => ({
    at: visit.started,
    isDirect: visit.first.channel === "direct",
    names: namesOf(visit, at),
  });
  const totals = new Map<string, number[]>();
  const add = (touch: Touch, at: number, before: readonly Visit[], credit = 1) => {
    const all = [...before.map((visit) => touchOf(visit, at)), touch];
    const indirect = all.filter(({ isDirect }) => !isDirect);
    const path = skipsDirect && indirect.length > 0 ? indirect : all;
    for (const [index, weights] of shares(path, at, halfLifeDays * ONE_DAY).entries()) {
      const { names = [] } = path[index] ?? {};
      const values = names.length > 0 ? names.map((name) => name || NOT_SET) : [NOT_SET];
      for (const value of values) {
        const sums = totals.get(value) ?? ATTRIBUTION_MODELS.map(() => 0);
        totals.set(
          value,
          sums.map((sum, model) => sum + (credit * (weights[model] ?? 0)) / values.length),
        );
      }
    }
  };
  const earlier = (visitor: string, current: Visit | undefined, at: number) =>
    visits
      .filter(
        (visit) =>
          visit !== current &&
          visit.views.length > 0 &&
          personOf(visit.visitor) === personOf(visitor) &&
          visit.started <= at &&
          visit.started > at - lookBackDays * ONE_DAY,
      )
      .sort(
        (one, other) =>
          one.started - other.started ||
          (one.first.session_id ?? 0) - (other.first.session_id ?? 0) ||
          (one.visitor < other.visitor ? -1 : 1),
      );
  if (counts !== "conversions") {
    for (const lead of leads) {
      const at = lead.timestamp;
      if (lead.status === "spam" || !inRange(at)) continue;
      if (counts !== "leads" && lead.status !== "won") continue;
      const credit = counts === "won_value" ? lead.value : 1;
      if (!lead.consented) {
        add({ at, isDirect: false, names: [NO_CONSENT] }, at, [], credit);
        continue;
      }
      const leadVisit = visits.find(
        ({ visitor, first, views, started, ended }) =>
          views.length > 0 &&
          visitor === lead.visitor_id &&
          first.session_id === lead.session_id &&
          ended >= RANGE.from - ONE_HOUR &&
          started < RANGE.to,
      );
      const unknown = {
        at,
        isDirect: lead.channel === "direct",
        names: dimension === "visit:channel" ? [lead.channel] : sectionsOf(lead, at),
      };
      const isSame = (visit: Visit) =>
        visit.visitor === lead.visitor_id && visit.first.session_id === lead.session_id;
      add(
        leadVisit ? touchOf(leadVisit, at) : unknown,
        at,
        earlier(lead.visitor_id, visits.find(isSame), at),
        credit,
      );
    }
  } else {
    const goal = GOALS.find(({ name }) => name === GOAL) as (typeof GOALS)[number];
    for (const visit of visits) {
      if (visit.isCustomer) continue;
      for (const event of visit.events)
        if (inRange(event.timestamp) && reaches(event, goal))
          add(
            touchOf(visit, event.timestamp),
            event.timestamp,
            earlier(visit.visitor, visit, event.timestamp),
          );
    }
  }
  /** Sections of a visit without page views, which leads do not match. */
  function sectionsOf(lead: World["leads"][number], at: number): string[] {
    if (dimension !== "section") return [];
    const leadVisit = visits.find(
      ({ visitor, first }) => visitor === lead.visitor_id && first.session_id === lead.session_id,
    );
    return leadVisit ? namesOf(leadVisit, at) : [];
  }
  return [...totals].map(([value, credits]) => ({ value, credits }));
}

const rounded = (rows: readonly StoredCredit[]) =>
  rows
    .map(({ value, credits }) => ({ value, credits: credits.map((each) => Math.round(each * 1e6) / 1e6) }))
    .sort((one, other) => (one.value < other.value ? -1 : 1));

/** The same worlds on every machine; `npm run test:soak` generates others. */
const runs = (numRuns: number) =>
  IS_SOAK ? { numRuns: 150 } : { numRuns, seed: 902163417, endOnFailure: true };

it("divides credit by the definitions of the five models, from events and from the rollup", async () => {
  const settings = fc.array(setting, { minLength: 5, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(history, settings, async (world, drawnSettings) => {
      // Each query takes the store 0.2 s, so it runs once, on events or on the rollup; the soak tests run
      // both.
      const half = (part: 0 | 1) => drawnSettings.filter((_, index) => IS_SOAK || index % 2 === part);
      const compareAll = async (settings: readonly Setting[]) => {
        for (const chosen of settings)
          expect(rounded(await compare(chosen, []).credit())).toEqual(rounded(creditDirectly(world, chosen)));
      };
      await fill(store, world);
      await compareAll(half(0));
      await reconcile({ eventStore: store, drain }, { margin: 0 });
      await compareAll(half(1));
    }),
    runs(4),
  );
}, 300_000);

it("adds up to the Overview's count with the same filters for each model, and matches row by row for the last touch", async () => {
  const filteredSetting = fc
    .record({ setting, filters: fc.array(tree, { maxLength: 2 }) })
    .map(({ setting: given, filters }) => ({ given, filters: filters as unknown[][] }))
    .filter(({ given, filters }) => isValid(queryOf(given, filters)));
  const last = ATTRIBUTION_MODELS.indexOf("last");
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.array(filteredSetting, { minLength: 5, maxLength: 5 }),
      async (world, list) => {
        await fill(store, world);
        for (const [index, drawn] of list.entries()) {
          const dimension = (["visit:channel", "visit:entry_page"] as const)[index];
          // The first two are compared with the rows of an Overview list, without filters, which would leave few rows.
          const { given, filters } = dimension
            ? { given: { ...drawn.given, dimension, skipsDirect: false }, filters: [] }
            : drawn;
          const { asked: question, credit } = compare(given, filters);
          const overview = await askStore(store, { ...question, dimensions: dimension ? [dimension] : [] });
          const rows = await credit();
          const counted = overview.reduce((sum, { metrics: [count] }) => sum + (count ?? 0), 0);
          for (const model of ATTRIBUTION_MODELS.keys()) {
            const total = rows.reduce((sum, { credits }) => sum + (credits[model] ?? 0), 0);
            expect(total).toBeCloseTo(counted, 6);
          }
          if (!dimension) continue;
          const credited = rows.filter(({ credits }) => (credits[last] ?? 0) > 0);
          expect(new Map(credited.map(({ value, credits }) => [value, credits[last]]))).toEqual(
            new Map(overview.map(({ dimensions: [value], metrics: [count] }) => [value, count])),
          );
        }
      },
    ),
    runs(2),
  );
}, 300_000);
