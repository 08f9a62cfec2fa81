import { Badge } from "@marquee/ui";
import { fillTemplate } from "../../sections/pricing/fillTemplate.ts";
import { answerTo, QUESTIONS } from "../tour/answers.ts";
import type { ViewProps } from "./WorkspacePane.tsx";

/** Two prepared questions, answered from what the visitor has made. Says that it is scripted. */
export function BrainPanel({ copy, tour, dispatch }: ViewProps) {
  const { question, listName } = tour.workspace;
  const answer = question === null ? null : answerTo(copy, question, tour.workspace);
  return (
    <div data-accent="iris" className="mb-6 rounded-md bg-iris-soft p-4">
      <div className="flex items-center justify-between gap-3 text-sm">
        <h3 className="font-medium">{fillTemplate(copy.brain.ask, { list: listName ?? "" })}</h3>
        <span className="shrink-0">
          <Badge tone="iris">{copy.brain.note}</Badge>
        </span>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        {QUESTIONS.map((each, index) => (
          <button
            key={each}
            type="button"
            aria-pressed={index === question}
            onClick={() => dispatch({ type: "ask", question: index })}
            className="min-h-9 rounded-sm border border-control/60 bg-surface px-3 py-1.5 text-left text-sm hover:border-ink aria-pressed:border-iris aria-pressed:text-iris-strong"
          >
            {copy.brain[each].question}
          </button>
        ))}
      </div>
      <div aria-live="polite" className="mt-4 min-h-20 text-sm">
        {answer && (
          <div key={question} className="appears">
            <p className="max-w-prose">{answer.text}</p>
            <p className="mt-2 text-ink-muted text-xs">
              {copy.brain.source} <span className="font-medium text-ink">{answer.sources.join(", ")}</span>
            </p>
          </div>
        )}
      </div>
    </div>
  );
}
