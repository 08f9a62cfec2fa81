import type { DemoCopy } from "../../copy/copy.ts";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { DAYS_PER_WEEK, type Task } from "../tour/workspace.ts";

interface DayPickerProps {
  copy: DemoCopy;
  task: Task;
  onPick: (day: number) => void;
}

/** A day picker over two working weeks. */
export function DayPicker({ copy, task, onPick }: DayPickerProps) {
  return (
    <fieldset className="mb-6">
      <legend className="font-medium text-sm">
        {fillTemplate(copy.list.dayLegend, { task: task.title })}
      </legend>
      {copy.weeks.map((week, index) => (
        <div key={week} className="mt-3">
          <p aria-hidden="true" className="text-ink-muted text-xs first-letter:uppercase">
            {week}
          </p>
          <div className="mt-1.5 grid max-w-md grid-cols-5 gap-1.5">
            {copy.days.map((name, place) => (
              <Day
                key={name}
                copy={copy}
                day={index * DAYS_PER_WEEK + place}
                isPicked={task.day === index * DAYS_PER_WEEK + place}
                onPick={onPick}
              />
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}

interface DayProps {
  copy: DemoCopy;
  day: number;
  isPicked: boolean;
  onPick: (day: number) => void;
}

function Day({ copy, day, isPicked, onPick }: DayProps) {
  return (
    <label className="relative grid h-11 place-items-center rounded-sm border border-control/50 text-sm hover:border-ink has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
      <input
        type="radio"
        name="day"
        checked={isPicked}
        onChange={() => onPick(day)}
        aria-label={dayText(copy, day)}
        className="absolute inset-0 appearance-none outline-none"
      />
      <span aria-hidden="true">{copy.shortDays[day % DAYS_PER_WEEK] ?? weekday(copy, day)}</span>
    </label>
  );
}

/** A day of the two weeks in words: "Thursday, next week". */
export function dayText(copy: DemoCopy, day: number): string {
  const week = copy.weeks[Math.floor(day / DAYS_PER_WEEK)] ?? "";
  return fillTemplate(copy.dayText, { day: weekday(copy, day), week });
}

/** "Thursday". */
export function weekday({ days }: DemoCopy, day: number): string {
  return days[day % DAYS_PER_WEEK] ?? "";
}
