/** Query parameter with the answers of the plan quiz. Alone here: the page needs it, and the rest of `quizAddress.ts` comes with the quiz. */
export const QUIZ_KEY = "plan-quiz";
