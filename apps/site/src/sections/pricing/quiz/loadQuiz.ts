import type { Locale } from "@marquee/contract";
import type { ComponentType } from "react";
import { loadCopy } from "../../../app/copy.ts";
import type { PlanQuizProps } from "./PlanQuiz.tsx";
import type { PlanQuizCopy } from "./PlanQuizCopy.ts";
import type { QuizAnswers } from "./quiz.ts";

/** The quiz, ready to show. */
export interface LoadedQuiz {
  PlanQuiz: ComponentType<PlanQuizProps>;
  copy: PlanQuizCopy;
  /** Answers that the address holds; null when it holds none, or none that are valid. */
  linked: QuizAnswers | null;
}

/**
 * Code and texts of the quiz, which no page brings along. Later calls cost nothing.
 * @throws when they cannot be fetched; the next call tries again.
 */
export async function loadQuiz(locale: Locale): Promise<LoadedQuiz> {
  const [{ PlanQuiz }, { readQuizAddress }, copy] = await Promise.all([
    import("./PlanQuiz.tsx"),
    import("./quizAddress.ts"),
    loadCopy("plan-quiz", locale),
  ]);
  // copy.test.ts holds every locale's file to the keys of the English one.
  return { PlanQuiz, copy: copy as PlanQuizCopy, linked: readQuizAddress(location.search) };
}
