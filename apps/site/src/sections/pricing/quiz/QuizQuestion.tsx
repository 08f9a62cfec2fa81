import { Button } from "@marquee/ui";
import { type Dispatch, type FormEvent, useState } from "react";
import type { PlanQuizCopy } from "./PlanQuizCopy.ts";
import { QuizAnswerOption } from "./QuizAnswerOption.tsx";
import { QuizProgress } from "./QuizProgress.tsx";
import { QUIZ_ANSWERS, QUIZ_QUESTION_IDS, type QuizQuestionId } from "./quiz.ts";
import type { QuizAction, QuizState } from "./quizReducer.ts";
import { useFocusOnStep } from "./useFocusOnStep.ts";

interface QuizQuestionProps {
  question: QuizQuestionId;
  state: QuizState;
  send: Dispatch<QuizAction>;
  copy: PlanQuizCopy;
}

/** One question as a group of radio buttons: arrows choose, Enter goes on. */
export function QuizQuestion({ question, state, send, copy }: QuizQuestionProps) {
  const [isMissing, setIsMissing] = useState(false);
  const group = useFocusOnStep<HTMLFieldSetElement>();
  const { title, answers } = copy.questions[question];
  const labels: Record<string, string> = answers;
  const isLast = state.step === QUIZ_QUESTION_IDS.length - 1;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(!state.answers[question]);
    send({ type: "next" });
  };
  return (
    <form onSubmit={onSubmit}>
      <QuizProgress step={state.step} copy={copy} />
      <fieldset ref={group} className="mt-5" aria-describedby="plan-quiz-error">
        <legend className="mb-4 text-balance font-display text-title">{title}</legend>
        <div className="grid min-h-58 content-start gap-2">
          {QUIZ_ANSWERS[question].map(({ id }) => (
            <QuizAnswerOption
              key={id}
              name={`plan-quiz-${question}`}
              label={labels[id] ?? id}
              isChosen={state.answers[question] === id}
              onChoose={() => send({ type: "answer", answer: { [question]: id } })}
            />
          ))}
        </div>
      </fieldset>
      <p id="plan-quiz-error" role="alert" className="mt-3 min-h-[1lh] text-clay text-sm">
        {isMissing && !state.answers[question] && copy.choose}
      </p>
      <div className="mt-3 flex items-center justify-between gap-3">
        <Button variant="secondary" disabled={state.step === 0} onClick={() => send({ type: "back" })}>
          {copy.back}
        </Button>
        <Button submit>{isLast ? copy.finish : copy.next}</Button>
      </div>
    </form>
  );
}
