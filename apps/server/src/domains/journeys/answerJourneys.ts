import type { Goal } from "@marquee/contract";
import { shortenText } from "@marquee/contract";
import type {
  Funnel,
  FunnelQuery,
  FunnelResponse,
  RetentionQuery,
  RetentionResponse,
} from "@marquee/contract/schema";
import { ApiError } from "../../platform/errors/apiError.ts";
import { resolveSteps } from "../goals/funnelStore.ts";
import type { Asker, Questions, Reading } from "../questions/createQuestions.ts";
import { queryFunnel } from "./queries/funnel.ts";
import { type FunnelQuestion, isBreakdown } from "./queries/funnelUnits.ts";
import { queryRetention } from "./queries/retention.ts";

/** How many visits or visitors reach each step. @throws {ApiError} like `Questions.answer`. */
export async function answerFunnel(
  questions: Pick<Questions, "read">,
  { funnel, breakdown = null, ...query }: Omit<FunnelQuery, "breakdown"> & { breakdown?: string | null },
  asker: Asker,
): Promise<FunnelResponse> {
  const { scope, earlier, goals, store } = await questions.read(query, asker);
  const question = funnelQuestion(scope, { funnel, breakdown, goals });
  const [counts, before] = await Promise.all([
    queryFunnel(store, question),
    earlier ? queryFunnel(store, { ...question, range: earlier, breakdown: null }) : null,
  ]);
  return { ...counts, earlier: before?.steps ?? null, goals: namesOf(funnel, goals) };
}

/** How many new visitors come back. @throws {ApiError} like `Questions.answer`. */
export async function answerRetention(
  questions: Pick<Questions, "read">,
  query: RetentionQuery,
  asker: Asker,
): Promise<RetentionResponse> {
  const { scope, store } = await questions.read(query, asker);
  return queryRetention(store, scope);
}

/** @throws {ApiError} bad_request for a breakdown that visits do not have, or a step that cannot be counted. */
export function funnelQuestion(
  scope: Reading["scope"],
  {
    funnel,
    breakdown,
    goals,
  }: { funnel: Funnel; breakdown: FunnelQuery["breakdown"] | null; goals: readonly Goal[] },
): FunnelQuestion {
  if (breakdown && !isBreakdown(breakdown))
    throw new ApiError(
      "bad_request",
      `A funnel cannot be broken down by \`${shortenText(breakdown, 100)}\`. Use a dimension of visits, such as visit:source.`,
    );
  const { per, order, window } = funnel;
  return { ...scope, per, order, window, breakdown: breakdown || null, steps: resolveSteps(funnel, goals) };
}

function namesOf({ steps }: Funnel, goals: readonly Goal[]) {
  const used = new Set(steps.flatMap((step) => ("goal" in step ? [step.goal] : [])));
  return goals.filter(({ id }) => used.has(id)).map(({ id, name }) => ({ id, name }));
}
