import type { SectionFigures, SectionsResponse } from "@marquee/contract/schema";

/** With fewer visitors on either side, a difference is meaningless. */
const FEWEST = 30;

/** Selector of a section in the archived page. */
export function selectorOf({ sectionId, section }: Pick<SectionFigures, "sectionId" | "section">): string {
  return `[data-section-id="${(sectionId || section).replace(/["\\]/g, "\\$&")}"]`;
}

/**
 * How often visitors who saw a section reached the goal, and how often the others did; null for too few
 * visitors.
 */
export interface Comparison {
  saw: number | null;
  missed: number | null;
  /** How many times as often; null if it is not defined. */
  factor: number | null;
}

export function compareSection(
  { visitors, reached }: Pick<SectionFigures, "visitors" | "reached">,
  page: Pick<SectionsResponse, "visitors" | "reached">,
): Comparison {
  const rate = (count: number, of: number) => (of < FEWEST ? null : count / of);
  const saw = rate(reached, visitors);
  const missed = rate(page.reached - reached, page.visitors - visitors);
  return { saw, missed, factor: saw === null || !missed ? null : saw / missed };
}
