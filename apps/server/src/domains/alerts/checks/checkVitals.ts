import { cutText, ONE_DAY, VITALS, type Vital } from "@marquee/contract";
import type { AlertSensitivity, Release, Site, VitalValues } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { queryReleases } from "../../archive/archiveQueries.ts";
import { querySlowerThan, type SlowerViews } from "../../monitoring/speed/queries/slowerThan.ts";
import { queryVitalSummaries } from "../../monitoring/speed/queries/vitalSummaries.ts";
import type { Questions } from "../../questions/createQuestions.ts";
import { alarmHref } from "../alarmHref.ts";
import { THRESHOLDS } from "../seasonalRange.ts";
import type { Checked, CheckResult, Finding } from "./check.types.ts";

interface VitalsOptions {
  eventStore: Pick<EventStore, "query">;
  db: RecordsDatabase;
  questions: Pick<Questions, "select">;
  site: () => Pick<Site, "id" | "timeZone">;
}

/** How long a release is watched, and the maximum length of the period before it to compare with. */
const WATCHED = 7 * ONE_DAY;
/** Minimum number of page views before and after a release for a comparison. */
const FEWEST_VIEWS = 100;

const NAMES: Record<Vital, string> = { lcp: "LCP", inp: "INP", cls: "CLS", fcp: "FCP", ttfb: "TTFB" };

/**
 * Compares page views since the latest release with those in the week before it. A vital is worse if its 75th percentile rose by at least the
 * sensitivity's share, and significantly more views are above the earlier percentile: a test of two proportions.
 */
export function createVitalsCheck({ eventStore, db, questions, site }: VitalsOptions) {
  return async ({ alert, now }: Checked): Promise<CheckResult> => {
    const done = (findings: Finding[], text: string, state: "ok" | "alarm" | "learning"): CheckResult => ({
      steps: [{ at: now, findings }],
      quietSteps: 1,
      status: { state, text, readings: [] },
    });
    const span = watchedSpan(await queryReleases(db), now);
    if (!span) return done([], "No release in the last 7 days.", "ok");
    const selection = await questions.select({ site_id: site().id, filters: alert.filters }, {});
    const [before, after] = [
      { from: span.from, to: span.release.servedFrom, selection },
      { from: span.release.servedFrom, to: now, selection },
    ];
    const [earlier, later] = await Promise.all([
      queryVitalSummaries(eventStore, before),
      queryVitalSummaries(eventStore, after),
    ]);
    const limits = Object.fromEntries(VITALS.map((vital) => [vital, earlier[vital].p75])) as VitalValues;
    const [slowerBefore, slowerAfter] = await Promise.all([
      querySlowerThan(eventStore, before, limits),
      querySlowerThan(eventStore, after, limits),
    ]);
    const enough = VITALS.filter((vital) =>
      [slowerBefore, slowerAfter].every((views) => views[vital].views >= FEWEST_VIEWS),
    );
    if (enough.length === 0)
      return done(
        [],
        `Needs ${FEWEST_VIEWS} page views with web vitals before and after the latest release.`,
        "learning",
      );
    const findings = enough.flatMap((vital): Finding[] => {
      const [p75Before, p75After] = [earlier[vital].p75 ?? 0, later[vital].p75 ?? 0];
      if (!isWorse({ p75Before, p75After }, slowerBefore[vital], slowerAfter[vital], alert.sensitivity))
        return [];
      const href = `${alarmHref({ alert, at: now, tz: site().timeZone })}&vital=${vital}`;
      const text = `${NAMES[vital]} is worse since release ${cutText(span.release.id, 8)}: ${valueText(vital, p75After)} instead of ${valueText(vital, p75Before)} at the 75th percentile.`;
      return [{ subject: `${span.release.id} ${vital}`, text, href }];
    });
    return findings.length > 0
      ? done(findings, findings.map(({ text }) => text).join(" "), "alarm")
      : done([], `As fast as before release ${cutText(span.release.id, 8)}.`, "ok");
  };
}

/** The latest release, if it is recent and not the first one, and the period that it is compared with. */
function watchedSpan(releases: readonly Release[], now: number): { release: Release; from: number } | null {
  const release = releases.at(-1);
  const previous = releases.at(-2);
  if (!release || !previous || now - release.servedFrom > WATCHED) return null;
  return { release, from: Math.max(previous.servedFrom, release.servedFrom - WATCHED) };
}

function isWorse(
  { p75Before, p75After }: { p75Before: number; p75After: number },
  before: SlowerViews,
  after: SlowerViews,
  sensitivity: AlertSensitivity,
): boolean {
  const { score, share } = THRESHOLDS[sensitivity];
  if (p75After < p75Before * (1 + share) || p75After === 0) return false;
  const all = (before.slower + after.slower) / (before.views + after.views);
  const error = Math.sqrt(all * (1 - all) * (1 / before.views + 1 / after.views));
  return after.slower / after.views - before.slower / before.views > score * error;
}

function valueText(vital: Vital, value: number): string {
  if (vital === "cls") return value.toFixed(2);
  return value >= 1000 ? `${(value / 1000).toFixed(1)} s` : `${Math.round(value)} ms`;
}
