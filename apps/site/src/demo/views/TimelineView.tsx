import clsx from "clsx";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import type { DemoCopy } from "../../copy/copy.ts";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { usePointerDrag } from "../../interfaces/usePointerDrag.ts";
import type { TourProps } from "../tour/useTour.ts";
import { DAY_COUNT, DAYS_PER_WEEK, OWN_TASK, type Task } from "../tour/workspace.ts";
import { dayText } from "./DayPicker.tsx";

/** Class name for each day, written out so that Tailwind finds it. */
const COLUMN_START: readonly string[] = [
  "col-start-1",
  "col-start-2",
  "col-start-3",
  "col-start-4",
  "col-start-5",
  "col-start-6",
  "col-start-7",
  "col-start-8",
  "col-start-9",
  "col-start-10",
];

/** Days that each key moves the bar; Home and End move it to the edges. */
const KEYS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  Home: -DAY_COUNT,
  End: DAY_COUNT,
};

/** The tasks on a timeline of two working weeks. The visitor can move the bar of their own task. */
export function TimelineView({ copy, tour, dispatch }: TourProps) {
  const { tasks, listName } = tour.workspace;
  return (
    <>
      <Scale copy={copy} />
      <ul aria-label={fillTemplate(copy.timeline.label, { list: listName ?? "" })}>
        {tasks.map((task) => (
          <li key={task.id} className={clsx("border-hairline border-t text-sm", ROW)}>
            <span className="block min-w-0 break-words pt-2 sm:py-2">{task.title}</span>
            <span className={DAYS}>
              {task.id === OWN_TASK && task.day !== null ? (
                <OwnBar
                  copy={copy}
                  task={task}
                  day={task.day}
                  onMove={(day) => dispatch({ type: "moveBar", day })}
                />
              ) : (
                <SampleBar copy={copy} task={task} />
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const ROW = "sm:grid sm:grid-cols-[9rem_minmax(0,1fr)] lg:grid-cols-[12rem_minmax(0,1fr)] sm:gap-3";
const DAYS =
  "grid h-full grid-cols-10 items-center py-2 bg-[linear-gradient(to_right,var(--hairline)_1px,transparent_1px)] bg-size-[10%_100%]";

function Scale({ copy }: { copy: DemoCopy }) {
  return (
    <div aria-hidden="true" className={clsx("pb-1.5 text-ink-muted text-xs", ROW)}>
      <div className="grid grid-cols-10 sm:col-start-2">
        {copy.weeks.map((week) => (
          <span key={week} className="col-span-5 border-hairline border-l pl-1.5 first-letter:uppercase">
            {week}
          </span>
        ))}
        {copy.weeks.map((week) =>
          copy.shortDays.map((day) => (
            <span key={`${week} ${day}`} className="pl-1.5 max-lg:text-[0.6875rem]">
              {day.slice(0, 2)}
            </span>
          )),
        )}
      </div>
    </div>
  );
}

function SampleBar({ copy, task }: { copy: DemoCopy; task: Task }) {
  if (task.day === null)
    return <span className="col-span-10 py-1.5 text-ink-muted text-xs">{copy.list.noDay}</span>;
  const day = `${copy.days[task.day % DAYS_PER_WEEK]}, ${copy.weeks[Math.floor(task.day / DAYS_PER_WEEK)]}`;
  return (
    <span className={clsx("h-9 rounded-sm bg-control/40", COLUMN_START[task.day])}>
      <span className="sr-only">{day}</span>
    </span>
  );
}

interface OwnBarProps {
  copy: DemoCopy;
  task: Task;
  day: number;
  onMove: (day: number) => void;
}

/** The bar of the visitor's task. Moves by dragging, or with the keys in {@link KEYS}. */
function OwnBar({ copy, task, day, onMove }: OwnBarProps) {
  const { shownDay, isHeld, handlers } = useDayDrag(day, onMove);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = KEYS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(day + by);
  };
  return (
    <span
      {...handlers}
      role="slider"
      tabIndex={0}
      aria-label={fillTemplate(copy.timeline.bar, { task: task.title })}
      aria-valuemin={1}
      aria-valuemax={DAY_COUNT}
      aria-valuenow={shownDay + 1}
      aria-valuetext={dayText(copy, shownDay)}
      onKeyDown={onKeyDown}
      className={clsx(
        "h-9 touch-none rounded-sm bg-leaf",
        isHeld ? "cursor-grabbing shadow-float" : "cursor-grab",
        COLUMN_START[shownDay],
      )}
    />
  );
}

interface HeldBar {
  fromX: number;
  /** Pixels. */
  dayWidth: number;
}

/**
 * Drags a bar along its row of days, snapping to whole days. Escape cancels the drag, and so does the browser when it takes over the
 * gesture.
 * @param onMove Called when the bar is dropped on another day.
 */
function useDayDrag(day: number, onMove: (day: number) => void) {
  const [draft, setDraft] = useState<number | null>(null);
  const dayAt = ({ fromX, dayWidth }: HeldBar, { clientX }: PointerEvent): number =>
    Math.min(Math.max(day + Math.round((clientX - fromX) / dayWidth), 0), DAY_COUNT - 1);
  const { held, handlersFor } = usePointerDrag<HeldBar>({
    onMove: (bar, event) => setDraft(dayAt(bar, event)),
    onDrop: (bar, event) => {
      const next = dayAt(bar, event);
      setDraft(null);
      if (next !== day) onMove(next);
    },
    onCancel: () => setDraft(null),
  });
  const handlers = handlersFor(({ currentTarget, button, clientX }) => {
    const row = currentTarget.parentElement;
    return button === 0 && row ? { fromX: clientX, dayWidth: row.clientWidth / DAY_COUNT } : null;
  });
  return { shownDay: draft ?? day, isHeld: held !== null, handlers };
}
