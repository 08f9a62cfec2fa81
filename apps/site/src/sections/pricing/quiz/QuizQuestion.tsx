import { Button } from "@marquee/ui";
import clsx from "clsx";
import { type Dispatch, type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { PlanQuizCopy } from "../../../copy/copy.ts";
import { fillTemplate } from "../../../copy/fillTemplate.ts";
import { QUIZ_ANSWERS, QUIZ_QUESTION_IDS, type QuizQuestionId } from "./quiz.ts";
import type { QuizAction, QuizState } from "./quizReducer.ts";

interface QuizQuestionProps {
  question: QuizQuestionId;
  state: QuizState;
  send: Dispatch<QuizAction>;
  copy: PlanQuizCopy;
}

/** One question as a group of radio buttons: arrow keys choose, Enter submits. */
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

interface QuizAnswerOptionProps {
  /** Name of the radio group. */
  name: string;
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}

function QuizAnswerOption({ name, label, isChosen, onChoose }: QuizAnswerOptionProps) {
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-hairline px-4 py-2.5 transition-colors hover:border-control has-checked:border-accent has-checked:bg-accent-soft">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="size-4 shrink-0 accent-accent"
      />
      {label}
    </label>
  );
}

/** Progress through the questions, as text and as a bar with one segment per question. */
function QuizProgress({ step, copy }: { step: number; copy: PlanQuizCopy }) {
  const count = QUIZ_QUESTION_IDS.length;
  return (
    <div>
      <p className="text-ink-muted text-sm tabular-nums">
        {fillTemplate(copy.progress, { number: step + 1, count })}
      </p>
      <div aria-hidden="true" className="mt-2 flex gap-1">
        {QUIZ_QUESTION_IDS.map((question, index) => (
          <span
            key={question}
            className={clsx("h-1 flex-1 rounded-sm", index <= step ? "bg-accent" : "bg-hairline")}
          />
        ))}
      </div>
    </div>
  );
}

/**
 * Focuses a new step after the pressed control was removed, so that the keyboard continues there and a screen reader reads it: the chosen
 * or first answer inside the element, or else the element itself. When the dialog has just opened, the focus stays on its title.
 */
export function useFocusOnStep<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => {
    const element = target.current;
    if (!element || document.activeElement !== document.body) return;
    const answer = element.querySelector<HTMLElement>("input:checked") ?? element.querySelector("input");
    (answer ?? element).focus({ preventScroll: true });
  }, []);
  return target;
}
