import { Badge } from "@marquee/ui";
import type { DemoCopy } from "../../copy/copy.ts";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import type { TourProps } from "../tour/useTour.ts";
import { DAYS_PER_WEEK, ownTask, type Task, type Workspace } from "../tour/workspace.ts";
import { dayText, weekday } from "./DayPicker.tsx";

/** The prepared questions, in display order. */
const QUESTIONS = ["due", "state"] as const;

interface Answer {
  text: string;
  /** Titles of the tasks that the answer is based on. */
  sources: string[];
}

/** Two prepared questions, answered from the visitor's own data. A note states that the answers are scripted. */
export function BrainPanel({ copy, tour, dispatch }: TourProps) {
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

/** The answer to a question, computed from the current list. Null until the visitor's own task exists and has a due date. */
function answerTo(copy: DemoCopy, question: number, workspace: Workspace): Answer | null {
  const task = ownTask(workspace);
  if (task?.day === null || task?.day === undefined) return null;
  return QUESTIONS[question] === "due" ? dueNextWeek(copy, workspace) : stateOf(copy, task, task.day);
}

function dueNextWeek(copy: DemoCopy, { tasks }: Workspace): Answer {
  const due = tasks
    .flatMap(({ title, day }) => (day !== null && day >= DAYS_PER_WEEK ? [{ title, day }] : []))
    .sort((one, other) => one.day - other.day);
  const items = due.map(({ title, day }) =>
    fillTemplate(copy.brain.due.item, { task: title, day: weekday(copy, day) }),
  );
  return {
    text: fillTemplate(copy.brain.due.answer, { tasks: new Intl.ListFormat("en").format(items) }),
    sources: due.map(({ title }) => title),
  };
}

function stateOf(copy: DemoCopy, { title, column }: Task, day: number): Answer {
  const values = { task: title, column: copy.columns[column] ?? "", day: dayText(copy, day) };
  return { text: fillTemplate(copy.brain.state.answer, values), sources: [title] };
}
