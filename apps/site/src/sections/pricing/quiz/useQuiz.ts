import type { Locale, QuizAnswers } from "@marquee/contract";
import { useCallback, useEffect, useState } from "react";
import { type LoadedQuiz, loadQuiz } from "./loadQuiz.ts";
import { readQuizAddress } from "./quizAddress.ts";

interface QuizControl {
  /** Null until it has been asked for and is here. */
  quiz: LoadedQuiz | null;
  isOpen: boolean;
  /** It was asked for and could not be fetched. */
  hasFailed: boolean;
  /** Answers that the address held when the page came up. */
  linked: QuizAnswers | null;
  open: () => void;
  dismiss: () => void;
}

/** Fetches the quiz when it is asked for, by its button or by an address that holds answers. */
export function useQuiz(locale: Locale): QuizControl {
  const [quiz, setQuiz] = useState<LoadedQuiz | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const [linked, setLinked] = useState<QuizAnswers | null>(null);

  const open = useCallback(() => {
    setHasFailed(false);
    loadQuiz(locale).then(
      (loaded) => {
        setQuiz(loaded);
        setIsOpen(true);
      },
      () => setHasFailed(true),
    );
  }, [locale]);

  useEffect(() => {
    const answers = readQuizAddress(location.search);
    if (!answers) return;
    setLinked(answers);
    open();
  }, [open]);

  return { quiz, isOpen, hasFailed, linked, open, dismiss: () => setIsOpen(false) };
}
