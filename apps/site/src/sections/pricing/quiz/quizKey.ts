/** Query parameter with the quiz's answers. In its own file, because the page needs it while `quizAddress.ts` loads with the quiz. */
export const QUIZ_KEY = "plan-quiz";
