import clsx from "clsx";
import type { KeyboardEvent } from "react";
import { BAR, middleOf, share } from "./ganttGeometry.ts";
import { DAYS, endOf, type Task } from "./ganttState.ts";
import { useGanttWords } from "./ganttWords.ts";
import type { BarDrag, Grip } from "./useBarDrag.ts";

interface GanttBarProps {
  task: Task;
  row: number;
  isCritical: boolean;
  drag: BarDrag;
  /** Called when an arrow key moves or resizes the bar by `days`. */
  onKeyChange: (grip: Grip, days: number) => void;
}

/** One task as a bar. Dragging its middle moves it and dragging its ends resizes it, as do keys. The darker part shows progress. */
export function GanttBar({ task, row, isCritical, drag, onKeyChange }: GanttBarProps) {
  const { titleOf, spanText } = useGanttWords();
  const onKeyDown = (event: KeyboardEvent) => {
    const days = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!days) return;
    event.preventDefault();
    onKeyChange(event.shiftKey ? "end" : "bar", days);
  };
  const bar = { y: middleOf(row) - BAR / 2, height: BAR };
  return (
    <g
      role="slider"
      tabIndex={0}
      aria-label={titleOf(task.id)}
      aria-valuemin={1}
      aria-valuemax={DAYS}
      aria-valuenow={task.start + 1}
      aria-valuetext={spanText(task)}
      data-task={task.id}
      onKeyDown={onKeyDown}
      {...drag.handlersFor(task.id)}
      className={clsx(
        "outline-none",
        drag.heldId === task.id ? "cursor-grabbing" : "cursor-grab",
        isCritical ? "text-accent" : "text-control",
      )}
    >
      <rect {...bar} x={share(task.start)} width={share(task.length)} rx="6" className="bar fill-surface" />
      <rect
        {...bar}
        x={share(task.start)}
        width={share(task.length)}
        rx="6"
        fill="currentColor"
        fillOpacity="0.16"
        stroke="currentColor"
        className="bar"
      />
      <rect
        {...bar}
        x={share(task.start)}
        width={share(task.length * task.done)}
        rx="6"
        fill="currentColor"
        className="bar"
      />
      <Grab day={task.start} edge="start" {...bar} />
      <Grab day={endOf(task)} edge="end" {...bar} />
    </g>
  );
}

/** The handle at the end of a bar: a short visible line with a wider transparent hit area. */
function Grab({ day, edge, y, height }: { day: number; edge: "start" | "end"; y: number; height: number }) {
  const inwards = edge === "start" ? 5 : -5;
  return (
    <svg aria-hidden="true" x={share(day)} y={y} overflow="visible" className="cursor-ew-resize">
      <path d={`M${inwards} ${height / 2 - 4}v8`} className="grab stroke-ink" strokeWidth="1.5" />
      <rect x={edge === "start" ? -4 : -10} width="14" height={height} fill="transparent" data-edge={edge} />
    </svg>
  );
}
