import { Badge } from "@marquee/ui";
import { fillTemplate } from "../../sections/pricing/fillTemplate.ts";
import { type DemoCopy, weekday } from "../demoCopy.ts";
import { DAYS_PER_WEEK, ownTask, type Task } from "../tour/workspace.ts";
import type { ViewProps } from "./WorkspacePane.tsx";

/** Two prepared questions, answered from what the visitor has made. Says that it is scripted. */
export function BrainPanel({ copy, tour, dispatch }: ViewProps) {
  const { question, listName } = tour.workspace;
  const own = ownTask(tour.workspace);
  return (
    <div data-accent="iris" className="mt-6 rounded-md border border-iris/40 bg-iris-soft/40 p-4">
      <div className="flex items-center justify-between gap-3 text-sm">
        <h3 className="font-medium">{fillTemplate(copy.brain.ask, { list: listName ?? "" })}</h3>
        <Badge tone="iris">{copy.brain.note}</Badge>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        {copy.brain.questions.map((each, index) => (
          <button
            key={each.question}
            type="button"
            aria-pressed={index === question}
            onClick={() => dispatch({ type: "ask", question: index })}
            className="min-h-9 rounded-sm border border-control/60 bg-surface px-3 py-1.5 text-left text-sm hover:border-ink aria-pressed:border-iris aria-pressed:text-iris-strong"
          >
            {each.question}
          </button>
        ))}
      </div>
      <div aria-live="polite" className="mt-4 min-h-20 text-sm">
        {question !== null && own && (
          <div key={question} className="appears">
            <p className="max-w-prose">{answerTo(copy, question, own)}</p>
            <p className="mt-2 text-ink-muted text-xs">
              {copy.brain.source} <span className="font-medium text-ink">{own.title}</span>
            </p>
          </div>
        )}
      </div>
    </div>
  );
}

function answerTo(copy: DemoCopy, question: number, { title, day, column }: Task): string {
  const answers = copy.brain.questions[question];
  if (!answers || day === null) return "";
  const values = { task: title, day: weekday(copy, day), column: copy.columns[column] ?? "" };
  return fillTemplate(day < DAYS_PER_WEEK ? answers.thisWeek : answers.nextWeek, values);
}
