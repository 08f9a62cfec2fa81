import { Badge } from "@marquee/ui";
import { dayText } from "../demoCopy.ts";
import { currentStep } from "../tour/tour.ts";
import { OWN_TASK, ownTask } from "../tour/workspace.ts";
import { DayPicker } from "./DayPicker.tsx";
import { NameForm } from "./NameForm.tsx";
import type { ViewProps } from "./WorkspacePane.tsx";

/** The tasks one below the other; above them is where a list, a task and a day are given. */
export function ListView({ copy, tour, dispatch }: ViewProps) {
  const { listName, tasks } = tour.workspace;
  const own = ownTask(tour.workspace);
  if (listName === null) {
    return (
      <>
        <p className="mb-6 text-ink-muted text-sm">{copy.list.empty}</p>
        <NameForm
          label={copy.list.nameLabel}
          initial={copy.list.suggestion}
          action={copy.list.create}
          onName={(name) => dispatch({ type: "nameList", name })}
        />
      </>
    );
  }
  return (
    <>
      {!own && (
        <div className="mb-6">
          <NameForm
            label={copy.list.taskLabel}
            initial={copy.list.taskSuggestion}
            action={copy.list.add}
            onName={(title) => dispatch({ type: "writeTask", title })}
          />
        </div>
      )}
      {own && currentStep(tour) === "due-date" && (
        <DayPicker copy={copy} task={own} onPick={(day) => dispatch({ type: "pickDay", day })} />
      )}
      <ul className="border-hairline border-b">
        {tasks.map(({ id, title, day, column }) => (
          <li
            key={id}
            className="appears flex flex-wrap items-center gap-x-3 gap-y-1 border-hairline border-t py-3 text-sm"
          >
            <span className="mr-auto min-w-0 break-words">{title}</span>
            {id === OWN_TASK && <Badge tone="leaf">{copy.list.yours}</Badge>}
            <span className="text-ink-muted text-xs xs:w-24">{copy.columns[column]}</span>
            <span className="text-ink-muted text-xs xs:w-40">
              {day === null ? copy.list.noDay : dayText(copy, day)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
