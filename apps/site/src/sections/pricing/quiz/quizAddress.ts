import { formatQuizAnswers, parseQuizAnswers, type QuizAnswers } from "./quiz.ts";
import { QUIZ_KEY } from "./quizKey.ts";

/**
 * Reads the answers from a query string.
 * @returns null if there are none or they are invalid.
 */
export function readQuizAddress(search: string): QuizAnswers | null {
  return parseQuizAnswers(new URLSearchParams(search).get(QUIZ_KEY) ?? "");
}

/** Sets the answers in the URL of this page or, with null, removes them. Adds no history entry. */
export function writeQuizAddress(answers: QuizAnswers | null): void {
  const query = new URLSearchParams(location.search);
  if (answers) query.set(QUIZ_KEY, formatQuizAnswers(answers));
  else query.delete(QUIZ_KEY);
  const search = query.toString();
  history.replaceState(history.state, "", `${location.pathname}${search && `?${search}`}${location.hash}`);
}

/**
 * A link to the quiz result of `answers`.
 * @param page absolute URL of the page; its query string and fragment are dropped.
 */
export function quizLink(page: string, answers: QuizAnswers): string {
  const link = new URL(page);
  link.search = `?${QUIZ_KEY}=${formatQuizAnswers(answers)}`;
  link.hash = "";
  return link.href;
}
