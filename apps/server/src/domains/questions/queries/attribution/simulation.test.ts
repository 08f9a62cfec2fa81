import { readFileSync } from "node:fs";
import { ONE_DAY } from "@marquee/contract";
import { ATTRIBUTION_MODELS, type AttributionModel } from "@marquee/contract/schema";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EventRow } from "../../../../platform/storage/events/eventRow.types.ts";
import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { createRandom } from "../../../../seed/random.ts";
import { borrowEvents } from "../../../../testing/borrowStores.ts";
import { eventRow } from "../../../../testing/eventRow.ts";
import { questionOf, RANGE } from "../../../../testing/randomHistory.ts";
import { queryAttribution } from "./queryAttribution.ts";

/*
 * Simulated visitors whose decisions are known. Each channel adds to the chance that its visitor ever converts, and the visitor converts in a later visit,
 * mostly a direct one. A channel's contribution is the number of conversions that would be missing without it. docs/statistics.md has the table.
 */

const VISITORS = 3000;
/** How often a visit comes through a channel, and by how much one raises the chance to convert. */
const WORLDS = {
  "all visits help alike": {
    social: { often: 0.3, effect: 0.06 },
    search: { often: 0.4, effect: 0.06 },
    email: { often: 0.3, effect: 0.06 },
  },
  "the first visit decides": {
    social: { often: 0.3, effect: 0.12, onlyFirst: true },
    search: { often: 0.4, effect: 0.06, onlyFirst: true },
    email: { often: 0.3, effect: 0, onlyFirst: true },
  },
  "one channel harvests": {
    social: { often: 0.3, effect: 0.1 },
    search: { often: 0.3, effect: 0.1 },
    email: { often: 0.1, effect: 0, endsWith: true },
  },
} as const;
type World = Record<string, { often: number; effect: number; onlyFirst?: boolean; endsWith?: boolean }>;

let store: EventStore;
beforeAll(async () => {
  store = await borrowEvents();
}, 120_000);
afterAll(async () => {
  await store.stop();
});

/** Events of a world, and each channel's share of conversions. */
function simulate(world: World, seed: number): { events: EventRow[]; truth: Map<string, number> } {
  const random = createRandom(seed);
  const channels = Object.entries(world);
  const last = channels.find(([, { endsWith }]) => endsWith)?.[0];
  const events: EventRow[] = [];
  const truth = new Map(channels.map(([channel]) => [channel, 0]));
  for (let visitor = 0; visitor < VISITORS; visitor += 1) {
    const days = Array.from({ length: random.between(1, 5) }, () => random.between(1, 28)).sort(
      (a, b) => b - a,
    );
    const path = days.map(() =>
      random.pick(channels.map(([channel, { often }]) => [channel, often] as const)),
    );
    const effects = path.map((channel, index) => {
      const { effect = 0, onlyFirst } = world[channel] ?? {};
      return onlyFirst && index > 0 ? 0 : effect;
    });
    // The visit that convinced the visitor, if any.
    const drawn = random.next();
    let passed = 0;
    const cause = path.find((_, index) => {
      passed += effects[index] ?? 0;
      return drawn < passed;
    });
    const visit = (channel: string, at: number, isConversion: boolean) => {
      const row = {
        visitor_id: `v${visitor}`,
        anonymous_id: `v${visitor}`,
        session_id: at,
        channel: channel as EventRow["channel"],
        timestamp: at,
        path: "/",
      };
      events.push(eventRow({ ...row, message_id: `${visitor} ${at}`, type: "page" }));
      if (isConversion)
        events.push(
          eventRow({
            ...row,
            message_id: `${visitor} sent`,
            type: "track",
            event: "Form Sent",
            properties: '{"plan":"pro"}',
          }),
        );
    };
    const end = RANGE.from + random.between(1, 1400) * 60_000;
    for (const [index, channel] of path.entries())
      visit(channel, end - (days[index] ?? 0) * ONE_DAY + index * 3_600_000, false);
    if (cause === undefined) continue;
    truth.set(cause, (truth.get(cause) ?? 0) + 1);
    visit(last ?? "direct", end, true);
  }
  const all = [...truth.values()].reduce((sum, each) => sum + each, 0);
  return { events, truth: new Map([...truth].map(([channel, count]) => [channel, count / all])) };
}

/** Mean absolute error of a model's shares, in percentage points. Direct visits are skipped, as their channels have no effect. */
async function errorsOf(world: World, seed: number): Promise<Record<AttributionModel, number>> {
  for (const table of ["events", "sessions", "reconciled", "leads"])
    await store.command(`TRUNCATE TABLE ${table}`);
  const { events, truth } = simulate(world, seed);
  await store.insert("events", events, `simulation ${seed}`);
  const rows = await queryAttribution(store, {
    ...questionOf({ metrics: ["events"], filters: [["is", "event:goal", ["Sent"]]] }),
    counts: "conversions",
    dimension: "visit:channel",
    lookBackDays: 30,
    halfLifeDays: 7,
    skipsDirect: true,
    browsers: { visitors: [], people: [] },
  });
  const errors = ATTRIBUTION_MODELS.map((model, index) => {
    const total = rows.reduce((sum, { credits }) => sum + (credits[index] ?? 0), 0);
    const gaps = [...truth].map(([channel, share]) => {
      const credit = rows.find(({ value }) => value === channel)?.credits[index] ?? 0;
      return Math.abs(credit / total - share);
    });
    return [model, (100 * gaps.reduce((sum, gap) => sum + gap, 0)) / gaps.length] as const;
  });
  return Object.fromEntries(errors) as Record<AttributionModel, number>;
}

it("has the errors that docs/statistics.md shows", async () => {
  const table: string[] = [];
  for (const [index, [name, world]] of Object.entries(WORLDS).entries()) {
    const errors = await errorsOf(world, index + 1);
    table.push(`| ${name} | ${ATTRIBUTION_MODELS.map((model) => errors[model].toFixed(1)).join(" | ")} |`);
  }
  const docs = readFileSync(new URL("../../../../../../../docs/statistics.md", import.meta.url), "utf8");
  for (const line of table) expect(docs).toContain(line);
}, 120_000);
