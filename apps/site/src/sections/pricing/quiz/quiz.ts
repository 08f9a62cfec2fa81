import { type Catalog, type PlanFeature, type PlanTier, planForScore } from "@marquee/contract";

/** One answer of the plan quiz. Its text is `questions.<question>.answers.<id>` in `plan-quiz.json`. */
export interface QuizAnswer {
  id: string;
  /** Score that this answer requires, from 1 to 13 (specification, section 9). */
  score: number;
  /** Features that the answer needs. The plan of its score includes them. */
  needs: readonly PlanFeature[];
}

export const QUIZ_QUESTION_IDS = ["team", "planning", "time", "signIn", "oversight"] as const;
export type QuizQuestionId = (typeof QUIZ_QUESTION_IDS)[number];

/** The questions in order, each with its answers. */
export const QUIZ_ANSWERS = {
  team: [
    { id: "me", score: 1, needs: [] },
    { id: "small", score: 5, needs: [] },
    { id: "several", score: 7.5, needs: [] },
    { id: "many", score: 11, needs: [] },
  ],
  planning: [
    { id: "boards", score: 1, needs: ["tasks", "boards"] },
    { id: "timelines", score: 5.5, needs: ["ganttCharts", "customFields", "dashboards"] },
    { id: "automations", score: 7, needs: ["automations"] },
  ],
  time: [
    { id: "none", score: 1, needs: [] },
    { id: "track", score: 4.5, needs: ["timeTracking"] },
    { id: "approve", score: 8, needs: ["timesheets", "scheduledExports"] },
  ],
  signIn: [
    { id: "password", score: 1, needs: [] },
    { id: "two-factor", score: 9, needs: ["requiredTwoFactor"] },
    { id: "sso", score: 12, needs: ["singleSignOn", "userProvisioning"] },
  ],
  oversight: [
    { id: "nothing", score: 1, needs: [] },
    { id: "guests", score: 6, needs: ["guestsWithPermissions"] },
    { id: "audit", score: 13, needs: ["auditLog", "customRoles"] },
  ],
} as const satisfies Record<QuizQuestionId, readonly QuizAnswer[]>;

/** ID of an answer to a question. */
type QuizAnswerId<Question extends QuizQuestionId = QuizQuestionId> =
  (typeof QUIZ_ANSWERS)[Question][number]["id"];

/** An answer to every question. */
export type QuizAnswers = { readonly [Question in QuizQuestionId]: QuizAnswerId<Question> };

export interface QuizResult {
  /** From 1 to 13. */
  score: number;
  tier: PlanTier;
  /** Questions whose answers rule out a smaller plan. Empty for the smallest plan. */
  decidedBy: QuizQuestionId[];
}

/**
 * The plan that fits all answers. The highest score counts, not the sum: the plan must include everything that is needed, and several
 * undemanding answers must not add up to a plan that none of them needs.
 */
export function quizResult(catalog: Catalog, answers: QuizAnswers): QuizResult {
  const scores = QUIZ_QUESTION_IDS.map((question) => scoreOf(question, answers[question]));
  const score = Math.max(...scores);
  const recommendation = planForScore(catalog, score);
  const tier = recommendation.kind === "plan" ? recommendation.tier : "enterprise";
  const from = catalog.plans[tier].minScore;
  const decidedBy = QUIZ_QUESTION_IDS.filter((_question, index) => (scores[index] ?? 0) >= from);
  return { score, tier, decidedBy: tier === "free" ? [] : decidedBy };
}

/** The answer IDs joined by dots, in the order of the questions: `small.boards.none.password.guests`. */
export function formatQuizAnswers(answers: QuizAnswers): string {
  return QUIZ_QUESTION_IDS.map((question) => answers[question]).join(".");
}

/**
 * Parses the format of {@link formatQuizAnswers}.
 * @returns null unless the text has a valid answer to each question, in order.
 */
export function parseQuizAnswers(text: string): QuizAnswers | null {
  const ids = text.split(".");
  if (ids.length !== QUIZ_QUESTION_IDS.length) return null;
  const pairs = QUIZ_QUESTION_IDS.map((question, index) => [question, ids[index] ?? ""] as const);
  if (!pairs.every(([question, id]) => isQuizAnswer(question, id))) return null;
  // Safe cast: each ID was checked against its question's answers above.
  return Object.fromEntries(pairs) as QuizAnswers;
}

function isQuizAnswer<Question extends QuizQuestionId>(
  question: Question,
  id: string,
): id is QuizAnswerId<Question> {
  return QUIZ_ANSWERS[question].some((answer) => answer.id === id);
}

function scoreOf(question: QuizQuestionId, id: QuizAnswerId): number {
  return QUIZ_ANSWERS[question].find((answer) => answer.id === id)?.score ?? 0;
}
