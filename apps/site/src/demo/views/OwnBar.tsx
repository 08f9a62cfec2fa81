import clsx from "clsx";
import type { KeyboardEvent } from "react";
import { fillTemplate } from "../../sections/pricing/fillTemplate.ts";
import { type DemoCopy, dayText } from "../demoCopy.ts";
import { DAY_COUNT, type Task } from "../tour/workspace.ts";
import { COLUMN_START } from "./timelineColumns.ts";
import { useDayDrag } from "./useDayDrag.ts";

interface OwnBarProps {
  copy: DemoCopy;
  task: Task;
  day: number;
  onMove: (day: number) => void;
}

/** How far each key moves the bar, in days; Home and End go to the edges. */
const KEYS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  Home: -DAY_COUNT,
  End: DAY_COUNT,
};

/** The visitor's bar: dragged, or moved by the arrow keys, a day at a time. */
export function OwnBar({ copy, task, day, onMove }: OwnBarProps) {
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
