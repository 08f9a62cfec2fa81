import type { Locale } from "@marquee/contract";
import { type ComponentType, useCallback, useEffect, useState } from "react";
import { loadCopy, type PlanQuizCopy } from "../../../copy/copy.ts";
import type { PlanQuizProps } from "./PlanQuiz.tsx";
import type { QuizAnswers } from "./quiz.ts";
import { QUIZ_KEY } from "./quizKey.ts";

/** The quiz, ready to show. */
interface LoadedQuiz {
  PlanQuiz: ComponentType<PlanQuizProps>;
  copy: PlanQuizCopy;
  /** Answers that the address holds; null when it holds none, or none that are valid. */
  linked: QuizAnswers | null;
}

interface QuizControl {
  /** Null until it has been asked for and is here. */
  quiz: LoadedQuiz | null;
  isOpen: boolean;
  /** It was asked for and could not be fetched. */
  hasFailed: boolean;
  open: () => void;
  dismiss: () => void;
}

/** Fetches the quiz when it is asked for: by its button, or by an address that holds answers. Answers that are not valid open nothing. */
export function useQuiz(locale: Locale): QuizControl {
  const [quiz, setQuiz] = useState<LoadedQuiz | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  const load = useCallback(
    (isWanted: (loaded: LoadedQuiz) => boolean) => {
      setHasFailed(false);
      loadQuiz(locale).then(
        (loaded) => {
          if (!isWanted(loaded)) return;
          setQuiz((before) => before ?? loaded);
          setIsOpen(true);
        },
        () => setHasFailed(true),
      );
    },
    [locale],
  );

  useEffect(() => {
    if (new URLSearchParams(location.search).has(QUIZ_KEY)) load(({ linked }) => linked !== null);
  }, [load]);

  const open = useCallback(() => load(() => true), [load]);
  return { quiz, isOpen, hasFailed, open, dismiss: () => setIsOpen(false) };
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
  return { PlanQuiz, copy, linked: readQuizAddress(location.search) };
}
