import type { Timestamp } from "@marquee/contract";
import type { Card, CardAnswer, ReportState, SharedReport } from "@marquee/contract/schema";
import { ApiError } from "../../platform/errors/apiError.ts";
import { hidePeople } from "../people/privacy/hidePeople.ts";
import type { Asker } from "../questions/createQuestions.ts";
import { answerCard, type CardParts, periodOf } from "./answerCard.ts";

/** A report with its figures, as people without an account see it. A card that cannot be answered, for example because its goal was archived, has none. */
export async function readSharedReport(
  parts: CardParts,
  { id, definition: { name, description, content } }: Pick<ReportState, "id" | "definition">,
  { expiresAt, signal }: { expiresAt: Timestamp; signal?: AbortSignal },
): Promise<SharedReport> {
  const { id: site, timeZone, weekStart } = parts.site.current();
  const period = periodOf(content);
  // One queue per report, so that many visitors of a link do not slow others down.
  const asker: Asker = { id: `report ${id}`, ...(signal && { signal }) };
  const answered = async (card: Card) => {
    // Its filters and steps are also values of visits.
    const visibleCard = hidePeople(card);
    try {
      return { card: visibleCard, answer: withoutQuery(await answerCard(parts, { card, period }, asker)) };
    } catch (error) {
      if (error instanceof ApiError && error.code === "bad_request")
        return { card: visibleCard, answer: null };
      throw error;
    }
  };
  const cards = await Promise.all(content.cards.map(answered));
  return { name, description, site, timeZone, weekStart, period, readAt: parts.now(), expiresAt, cards };
}

/** Removes the query, which may reveal more than the report shows. */
function withoutQuery(answered: CardAnswer): CardAnswer {
  if (answered.kind === "funnel" || answered.kind === "attribution" || answered.kind === "retention")
    return answered;
  const { results, meta, query } = answered.answer;
  const { metrics, dimensions = [], date_range, comparison_date_range } = query;
  const said = { site_id: "", metrics, dimensions, date_range };
  return {
    kind: answered.kind,
    answer: { results, meta, query: { ...said, ...(comparison_date_range && { comparison_date_range }) } },
  };
}
