import { type ContentChanges, type ExperimentDefinition, ONE_DAY } from "@marquee/contract";
import { ExperimentDefinitionSchema } from "@marquee/contract/schema";
import { Compile } from "typebox/schema";
import { describe, expect, it } from "vitest";
import { applyOverlay, readSiteContent } from "../domains/content/siteContent.ts";
import { checkDefinition } from "../domains/experiments/checks/checkDefinition.ts";
import type { EventRow } from "../platform/storage/events/eventRow.types.ts";
import { barePages, DEMO_EXPERIMENTS, DEMO_STORY, dayOptions } from "../testing/demoDays.ts";
import { builtInFlag } from "../testing/experimentDefinition.ts";
import { CONTENT_DIR } from "../testing/realContent.ts";
import { demoDay } from "./day.ts";
import { runningAt, variationOf } from "./experiments.ts";

describe("the experiments", () => {
  it("are valid on the site as it is", async () => {
    const site = await readSiteContent(CONTENT_DIR, CONTENT_DIR);
    const checkChanges = (changes: ContentChanges) =>
      applyOverlay(site, new Map(Object.entries(changes))).unused.map(({ problem }) => problem);
    const schema = Compile(ExperimentDefinitionSchema);
    for (const { definition } of DEMO_EXPERIMENTS) {
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
    const [won, lost] = DEMO_EXPERIMENTS.slice(0, 2).map(({ definition, path, phases: [phase] }) => {
      const { from = 0, to = DEMO_STORY.today } = phase ?? {};
      const days = ((to ?? DEMO_STORY.today) - from) / ONE_DAY;
      const first = (DEMO_STORY.today - from) / ONE_DAY;
      const pages = barePages(path, definition.metrics[0]?.path ?? "");
      const visits = Array.from({ length: days }, (_, index) =>
        demoDay(dayOptions(first - index, { pages, errors: [] })),
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
    const [, , headline] = DEMO_EXPERIMENTS;
    if (!headline) throw new Error("There are three.");
    const [first, second] = headline.phases.map(({ from }) => runningAt(from, DEMO_EXPERIMENTS).at(-1));
    if (!first || !second) throw new Error("It has two phases.");
    expect([first.phase, second.phase]).toEqual([1, 2]);
    expect(runningAt((headline.phases[1]?.from ?? 0) - 1, DEMO_EXPERIMENTS)).toEqual([]);
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
  const [control, variation] = ["control", "variation"].map((variationKey) => {
    const users = new Map(
      exposures
        .filter(({ properties }) => JSON.parse(properties).variation_id === variationKey)
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
