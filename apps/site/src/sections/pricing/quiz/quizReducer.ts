import { QUIZ_QUESTION_IDS, type QuizAnswers, type QuizQuestionId } from "./quiz.ts";

/** Where the visitor is: at a question, by its index, or past the last one, at the result. */
export interface QuizState {
  answers: Partial<QuizAnswers>;
  step: number;
}

export type QuizAction =
  | { type: "answer"; answer: Partial<QuizAnswers> }
  | { type: "next" }
  | { type: "back" }
  | { type: "restart" };

/** @param answers those of a link, whose result shows at once. */
export function startQuiz(answers: QuizAnswers | null): QuizState {
  return answers ? { answers, step: QUIZ_QUESTION_IDS.length } : { answers: {}, step: 0 };
}

/** The next question comes only after an answer to this one; going back keeps the answers. */
export function quizReducer(state: QuizState, action: QuizAction): QuizState {
  switch (action.type) {
    case "answer":
      return { ...state, answers: { ...state.answers, ...action.answer } };
    case "next": {
      const question = questionAt(state);
      return question && state.answers[question] ? { ...state, step: state.step + 1 } : state;
    }
    case "back":
      return { ...state, step: Math.max(0, state.step - 1) };
    case "restart":
      return startQuiz(null);
  }
}

/** @returns null at the result. */
export function questionAt({ step }: QuizState): QuizQuestionId | null {
  return QUIZ_QUESTION_IDS[step] ?? null;
}

/** The complete answers once the visitor has finished; null before. */
export function finishedAnswers(state: QuizState): QuizAnswers | null {
  return questionAt(state) === null && isComplete(state.answers) ? state.answers : null;
}

function isComplete(answers: Partial<QuizAnswers>): answers is QuizAnswers {
  return QUIZ_QUESTION_IDS.every((question) => answers[question] !== undefined);
}
