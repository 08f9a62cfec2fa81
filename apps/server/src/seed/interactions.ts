import { ONE_DAY, ONE_SECOND } from "@marquee/contract";
import type { InteractionRow } from "../platform/storage/events/replayRows.types.ts";
import { createRandom, type Random } from "./random.ts";
import type { SitePage } from "./sitePage.ts";
import type { DayOptions, DemoView, DemoVisit } from "./visit.types.ts";
import { dayNumber } from "./visitors.ts";

/** Interactions lose their visitor after 30 days, so earlier ones would only count as clicks. */
const DAYS = 30;
/** Average height of a section in CSS pixels, on a wide and on a narrow window. */
const HEIGHTS = { wide: 640, narrow: 1050 };

/** Chance that a view has a click on a heading, where nothing happens, and how many of these are repeated in anger. */
const [DEAD, RAGE] = [0.09, 0.12];

type Target = Pick<InteractionRow, "selector" | "timestamp" | "frustration"> & { sectionId: string };

/** Scroll depths and clicks of a day's page views: those that the visits have, and clicks where nothing happens. */
export function demoInteractions(
  visits: readonly DemoVisit[],
  { day, seed, story }: DayOptions,
): InteractionRow[] {
  if (story.today - day >= DAYS * ONE_DAY) return [];
  const random = createRandom(seed, -4, dayNumber(day));
  return visits.flatMap(({ views }) =>
    views.flatMap((view) => {
      const { page, at, event, reach } = view;
      if (event.bot !== "" || page.version === "") return [];
      const isNarrow = event.device === "mobile";
      const height = (page.sections.length + 2) * (isNarrow ? HEIGHTS.narrow : HEIGHTS.wide);
      const width = isNarrow ? 393 : random.oneOf([1280, 1440, 1536, 1728]);
      const screen = isNarrow ? 760 : 860;
      const shared = {
        session_id: event.session_id,
        visitor_id: event.visitor_id,
        url: event.url,
        path: page.path,
        received_at: Math.min(at + 20 * ONE_SECOND, story.now),
        page_version: page.version,
        page_height: height,
        page_width: isNarrow ? 393 : 1440,
        viewport_width: width,
        viewport_height: screen,
        device: event.device,
        country: event.country,
      };
      const row = (index: number, columns: Partial<InteractionRow>): InteractionRow => ({
        ...EMPTY,
        ...shared,
        message_id: `${event.message_id}-${index}`,
        timestamp: at,
        ...columns,
      });
      const scrolled = Math.round((height - screen) * reach);
      const scroll = row(0, {
        type: "scroll",
        max_scroll_y: scrolled,
        max_scroll_width: width,
        max_scroll_height: scrolled + screen,
      });
      const clicks = [...view.clicks.map(asTarget), ...headingClick(view, random)].map(
        ({ sectionId, ...target }, index) =>
          row(index + 1, {
            ...target,
            timestamp: Math.min(target.timestamp, story.now),
            type: "click",
            section_id: sectionId,
            clicks: target.frustration === "rage" ? 4 : 1,
            element_x: middling(random),
            element_y: middling(random),
            x: Math.round(width * middling(random)),
            y: Math.round(height * placeOf(page, sectionId, random)),
          }),
      );
      return [scroll, ...clicks];
    }),
  );
}

const asTarget = ({ selector, sectionId, at }: DemoView["clicks"][number]): Target => ({
  selector,
  sectionId,
  timestamp: at,
  frustration: "",
});

function headingClick({ page: { headings }, at, reach }: DemoView, random: Random): Target[] {
  if (headings.length === 0 || !random.chance(DEAD)) return [];
  const seen = headings.slice(0, Math.max(1, Math.ceil(headings.length * reach)));
  return [
    {
      ...random.oneOf(seen),
      timestamp: at + random.between(3, 60) * ONE_SECOND,
      frustration: random.chance(RAGE) ? "rage" : "dead",
    },
  ];
}

/** Where on the page a section is, from 0 to 1; the header for elements outside sections. */
function placeOf({ sections }: SitePage, sectionId: string, random: Random): number {
  const index = sections.findIndex((section) => section.sectionId === sectionId);
  return index === -1 ? 0.005 : (index + random.next()) / (sections.length + 2);
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
} satisfies Partial<InteractionRow>;
