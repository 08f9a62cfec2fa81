import { ONE_DAY, ONE_SECOND } from "@marquee/contract";
import type { InteractionRow } from "../storage/events/replayRows.types.ts";
import type { DayOptions } from "./day.ts";
import { createRandom, type Random, type Weighted } from "./random.ts";
import type { SitePage } from "./sitePage.ts";
import type { DemoVisit } from "./visit.types.ts";

/** Interactions lose their visitor after 30 days, so earlier ones would only count as clicks. */
const DAYS = 30;
/** Average height of a section in CSS pixels, on a wide and on a narrow window. */
const HEIGHTS = { wide: 640, narrow: 1050 };

/** Clicks and scroll depths of a day's page views. Clicks are on elements that the pages have. */
export function demoInteractions(
  visits: readonly DemoVisit[],
  { day, seed, story }: DayOptions,
): InteractionRow[] {
  if (story.today - day >= DAYS * ONE_DAY) return [];
  const random = createRandom(seed, -4, Math.floor(day / ONE_DAY));
  return visits.flatMap(({ views }) =>
    views.flatMap(({ page, at, event }) => {
      if (event.bot !== "" || page.version === "" || page.sections.length === 0) return [];
      const isNarrow = event.device === "mobile";
      const view = {
        session_id: event.session_id,
        visitor_id: event.visitor_id,
        received_at: Math.min(at + 20 * ONE_SECOND, story.now),
        url: event.url,
        path: page.path,
        page_version: page.version,
        page_height: (page.sections.length + 1) * (isNarrow ? HEIGHTS.narrow : HEIGHTS.wide),
        page_width: isNarrow ? 393 : 1440,
        viewport_width: isNarrow ? 393 : random.oneOf([1280, 1440, 1536, 1728]),
        viewport_height: isNarrow ? 760 : 860,
        device: event.device,
        country: event.country,
      };
      const row = (index: number, given: Partial<InteractionRow>): InteractionRow => ({
        ...EMPTY,
        ...view,
        message_id: `${event.message_id}-${index}`,
        timestamp: at,
        ...given,
      });
      const targets = targetsOn(page);
      const clicks = Array.from({ length: targets.length > 0 ? random.between(0, 3) : 0 }, (_, index) => {
        const { selector, sectionId, frustration } = random.pick(targets);
        const clickedAt = Math.min(at + random.between(3, 60) * ONE_SECOND, story.now);
        return row(index + 1, {
          type: "click",
          timestamp: clickedAt,
          section_id: sectionId,
          selector,
          frustration,
          clicks: frustration === "rage" ? 4 : 1,
          element_x: middling(random),
          element_y: middling(random),
          x: Math.round(view.viewport_width * middling(random)),
          y: Math.round(view.page_height * random.next()),
        });
      });
      return [row(0, scrollOf(view, random)), ...clicks];
    }),
  );
}

function scrollOf(
  {
    page_height,
    viewport_width,
    viewport_height,
  }: Pick<InteractionRow, "page_height" | "viewport_width" | "viewport_height">,
  random: Random,
): Partial<InteractionRow> {
  const reached = Math.round(viewport_height + (page_height - viewport_height) * random.next() ** 1.3);
  return {
    type: "scroll",
    max_scroll_y: reached - viewport_height,
    max_scroll_width: viewport_width,
    max_scroll_height: reached,
  };
}

interface Target {
  selector: string;
  sectionId: string;
  frustration: "" | "dead" | "rage";
}

/** What visitors click: links most of all, and headings, where nothing happens. */
function targetsOn({ sections, actions }: SitePage): Weighted<Target> {
  const links = actions
    .filter(({ href }) => href !== "")
    .map(({ sectionId, href, overlay }, index): readonly [Target, number] => [
      { selector: `[data-section-id="${sectionId}"] [href="${href}"]`, sectionId, frustration: "" },
      (overlay === null ? 4 : 9) / (1 + index / 4),
    ]);
  if (links.length === 0) return [];
  const headings = sections.flatMap(({ sectionId = "" }, index): (readonly [Target, number])[] => {
    const selector = `[data-section-id="${sectionId}"] ${index === 0 ? "h1" : "h2"}`;
    return [
      [{ selector, sectionId, frustration: "dead" }, 0.5],
      [{ selector, sectionId, frustration: "rage" }, 0.05],
    ];
  });
  return [...links, ...headings];
}

/** A number from 0 to 1, more often in the middle. */
function middling(random: Random): number {
  return Math.round((1000 * (random.next() + random.next() + random.next())) / 3) / 1000;
}

const EMPTY = {
  type: "click",
  section_id: "",
  selector: "",
  clicks: 0,
  frustration: "",
  x: 0,
  y: 0,
  element_x: 0,
  element_y: 0,
  max_scroll_x: 0,
  max_scroll_y: 0,
  max_scroll_width: 0,
  max_scroll_height: 0,
} as const satisfies Partial<InteractionRow>;
