import type { Locale } from "@marquee/contract";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useEffect, useReducer } from "react";
import type { PlanQuizCopy, PricingCopy } from "../../../copy/copy.ts";
import { useCatalog } from "../../../site/siteContext.tsx";
import { QuizQuestion } from "./QuizQuestion.tsx";
import { QuizResult } from "./QuizResult.tsx";
import { type QuizAnswers, quizResult } from "./quiz.ts";
import { writeQuizAddress } from "./quizAddress.ts";
import { finishedAnswers, questionAt, quizReducer, startQuiz } from "./quizReducer.ts";

export interface PlanQuizProps {
  copy: PlanQuizCopy;
  pricingCopy: PricingCopy;
  locale: Locale;
  isOpen: boolean;
  onDismiss: () => void;
  /** Answers from a link, whose result shows immediately; null to start at the first question. */
  linked: QuizAnswers | null;
}

/** A dialog with a few questions and then the recommended plan. While the result shows, the URL contains the answers. */
export function PlanQuiz({ copy, pricingCopy, locale, isOpen, onDismiss, linked }: PlanQuizProps) {
  const catalog = useCatalog();
  const [state, send] = useReducer(quizReducer, linked, startQuiz);
  const question = questionAt(state);
  const answers = finishedAnswers(state);

  useEffect(() => writeQuizAddress(isOpen ? answers : null), [isOpen, answers]);

  return (
    <Dialog isOpen={isOpen} onDismiss={onDismiss} title={copy.title} closeLabel={copy.close}>
      {question && <QuizQuestion key={question} question={question} state={state} send={send} copy={copy} />}
      {answers && (
        <QuizResult
          answers={answers}
          result={quizResult(catalog, answers)}
          onRestart={() => send({ type: "restart" })}
          copy={copy}
          pricingCopy={pricingCopy}
          locale={locale}
        />
      )}
    </Dialog>
  );
}
