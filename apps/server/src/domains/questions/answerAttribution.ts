import {
  ATTRIBUTION_MODELS,
  type AttributionQuery,
  type AttributionResponse,
} from "@marquee/contract/schema";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { readLinkedBrowsers } from "../people/identities/readPeople.ts";
import type { Asker, Questions } from "./createQuestions.ts";
import type { StoredCredit } from "./queries/attribution/queryAttribution.ts";

/** Credit of the visits before conversions. @throws {ApiError} like `Questions.attribute`. */
export async function answerAttribution(
  {
    questions,
    db,
  }: { questions: Pick<Questions, "attribute">; db: Pick<RecordsDatabase, "select" | "execute"> },
  query: AttributionQuery,
  asker: Asker,
): Promise<AttributionResponse> {
  return attributionOf(await questions.attribute(query, await readLinkedBrowsers(db), asker));
}

/** Maximum number of rows in a table for people. */
const MAX_CREDITED = 200;
/** Digits after the point: credit is not more precise. */
const DIGITS = 1e6;

/** Rows with the most credit, and the total of the others. */
function attributionOf(stored: readonly StoredCredit[]): AttributionResponse {
  const sum = (list: readonly StoredCredit[], model: number) =>
    Math.round(list.reduce((total, { credits }) => total + (credits[model] ?? 0), 0) * DIGITS) / DIGITS;
  const rows = stored.slice(0, MAX_CREDITED);
  const rest = stored.slice(MAX_CREDITED);
  return {
    total: sum(stored, 0),
    rows: rows.map((row) => ({ ...row, credits: row.credits.map((_, model) => sum([row], model)) })),
    others:
      rest.length === 0
        ? null
        : { count: rest.length, credits: ATTRIBUTION_MODELS.map((_, model) => sum(rest, model)) },
  };
}
