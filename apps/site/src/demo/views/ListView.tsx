import { Badge, Button } from "@marquee/ui";
import { type FormEvent, useId, useState } from "react";
import { currentStep } from "../tour/tour.ts";
import type { TourProps } from "../tour/useTour.ts";
import { MAX_NAME_LENGTH, normalizeName, OWN_TASK, ownTask } from "../tour/workspace.ts";
import { DayPicker, dayText } from "./DayPicker.tsx";

/** The tasks as a list, with forms above it to name the list, add a task and pick a day. */
export function ListView({ copy, tour, dispatch }: TourProps) {
  const { listName, tasks } = tour.workspace;
  const task = ownTask(tour.workspace);
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
      {!task && (
        <div className="mb-6">
          <NameForm
            label={copy.list.taskLabel}
            initial={copy.list.taskSuggestion}
            action={copy.list.add}
            onName={(title) => dispatch({ type: "writeTask", title })}
          />
        </div>
      )}
      {task && currentStep(tour) === "due-date" && (
        <DayPicker copy={copy} task={task} onPick={(day) => dispatch({ type: "pickDay", day })} />
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

interface NameFormProps {
  label: string;
  /** Suggested name, prefilled. */
  initial: string;
  action: string;
  onName: (name: string) => void;
}

/** A text field and a submit button, which is disabled (`aria-disabled`) while the name is blank. */
function NameForm({ label, initial, action, onName }: NameFormProps) {
  const id = useId();
  const [name, setName] = useState(initial);
  const isBlank = normalizeName(name) === null;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBlank) onName(name);
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          value={name}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
          className="h-11 min-w-0 grow basis-52 rounded-sm border border-control bg-surface px-3 text-base"
        />
        <Button submit aria-disabled={isBlank}>
          {action}
        </Button>
      </div>
    </form>
  );
}
