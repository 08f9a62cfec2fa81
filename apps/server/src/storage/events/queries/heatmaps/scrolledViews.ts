import { DEPTH, IS_VIEW } from "./figures.ts";
import { type InteractionFilter, interactions } from "./interactions.ts";

/**
 * Page views that tell how far they were scrolled, each once, as a table of `path`, `depth` (from 0 to 1) and `viewport_height`: a page that is
 * hidden several times sends a record each time, all with the moment at which it was opened. Needs the parameters of `interactionParams`.
 */
export function scrolledViews(filter: InteractionFilter): string {
  return `(
    SELECT path, max(${DEPTH}) AS depth, argMax(viewport_height, ${DEPTH}) AS viewport_height
    FROM ${interactions(filter)} AS record WHERE ${IS_VIEW}
    GROUP BY session_id, visitor_id, path, timestamp)`;
}
