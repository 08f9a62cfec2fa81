import type english from "../../../../../../content/copy/en/plan-quiz.json";

/** Texts of the plan quiz; every locale's file has exactly the English one's keys (`app/copy.test.ts`). */
export type PlanQuizCopy = typeof english;
