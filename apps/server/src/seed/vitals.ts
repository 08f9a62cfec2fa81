import type { EventProperties } from "@marquee/contract";
import type { Random } from "./random.ts";
import type { SitePage } from "./sitePage.ts";
import type { VisitOptions } from "./visit.types.ts";

type Vitals = EventProperties["Web Vitals"];

/** How fast a document was: good on most machines, except for the week of the bad release. */
export function vitalsOf(
  { path, title, sections }: SitePage,
  {
    visitor,
    startedAt,
    story,
    origin,
    random,
  }: Pick<VisitOptions, "visitor" | "startedAt" | "story" | "origin" | "random">,
): Vitals {
  const { badRelease } = story;
  const isBad = startedAt >= badRelease.from && startedAt < badRelease.to;
  const machine = visitor.person.isMobile ? 1.55 : 1;
  const around = (median: number, spread: number) => median * machine * spreadOf(random, spread);
  const ttfb = around(110, 0.6);
  const fcp = ttfb + around(420, 0.45);
  const lcp = fcp + around(isBad ? 1750 : 380, 0.55);
  const section = sections[0]?.sectionId;
  const target = section ? `[data-section-id="${section}"] h1` : "#main h1";
  return {
    url: origin + path,
    path,
    title,
    ttfb: Math.round(ttfb),
    fcp: Math.round(fcp),
    lcp: Math.round(lcp),
    lcpTarget: target,
    cls: Math.round(1000 * 0.012 * spreadOf(random, 1)) / 1000,
    ...(random.chance(0.75) && {
      inp: Math.round(around(isBad ? 260 : 64, 0.5) / 8) * 8,
      inpTarget: "header button",
    }),
    ...(path.endsWith("/pricing") && { timings: { pricing_ready: Math.round(lcp + around(160, 0.4)) } }),
    navigationType: random.pick([
      ["navigate", 88],
      ["reload", 4],
      ["back-forward", 5],
      ["prerender", 3],
    ]),
  };
}

/** A factor around 1 with a long tail upwards: the exponential of a normal deviate (Box–Muller). */
function spreadOf(random: Random, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  return Math.exp(spread * normal);
}
