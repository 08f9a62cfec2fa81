import { formatQuizAnswers, parseQuizAnswers, type QuizAnswers } from "./quiz.ts";
import { QUIZ_KEY } from "./quizKey.ts";

/** The answers that an address holds. @returns null when it holds none, or none that are valid. */
export function readQuizAddress(search: string): QuizAnswers | null {
  return parseQuizAnswers(new URLSearchParams(search).get(QUIZ_KEY) ?? "");
}

/** Puts the answers into the address of this page, or takes them out, without a new history entry. */
export function writeQuizAddress(answers: QuizAnswers | null): void {
  const query = new URLSearchParams(location.search);
  if (answers) query.set(QUIZ_KEY, formatQuizAnswers(answers));
  else query.delete(QUIZ_KEY);
  const search = query.toString();
  history.replaceState(history.state, "", `${location.pathname}${search && `?${search}`}${location.hash}`);
}

/** An address that opens the page at `page` with the result of `answers`, and says nothing else. */
export function quizLink(page: string, answers: QuizAnswers): string {
  const link = new URL(page);
  link.search = `?${QUIZ_KEY}=${formatQuizAnswers(answers)}`;
  link.hash = "";
  return link.href;
}
