import clsx from "clsx";
import { fillTemplate } from "../fillTemplate.ts";
import type { PlanQuizCopy } from "./PlanQuizCopy.ts";
import { QUIZ_QUESTION_IDS } from "./quiz.ts";

/** Which question this is, in words and as one line a question. */
export function QuizProgress({ step, copy }: { step: number; copy: PlanQuizCopy }) {
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
