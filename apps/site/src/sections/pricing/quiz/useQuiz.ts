import type { Locale } from "@marquee/contract";
import { useCallback, useEffect, useState } from "react";
import { type LoadedQuiz, loadQuiz } from "./loadQuiz.ts";
import { QUIZ_KEY } from "./quizKey.ts";

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
