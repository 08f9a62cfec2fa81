import { QUIZ_QUESTION_IDS, type QuizAnswers, type QuizQuestionId } from "./quiz.ts";

/** Answers so far, and the index of the current question; past the last one, the result shows. */
export interface QuizState {
  answers: Partial<QuizAnswers>;
  step: number;
}

export type QuizAction =
  | { type: "answer"; answer: Partial<QuizAnswers> }
  | { type: "next" }
  | { type: "back" }
  | { type: "restart" };

/** @param answers from a link, whose result shows immediately; null to start at the first question. */
export function startQuiz(answers: QuizAnswers | null): QuizState {
  return answers ? { answers, step: QUIZ_QUESTION_IDS.length } : { answers: {}, step: 0 };
}

/** Ignores `next` until the current question has an answer. Going back keeps the answers. */
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

/** The current question, or null at the result. */
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
