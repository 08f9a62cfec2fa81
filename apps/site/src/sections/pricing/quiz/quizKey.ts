/** Name of the query parameter that holds the answers of the plan quiz. */
export const QUIZ_KEY = "plan-quiz";
