import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { Frame } from "./Frame.tsx";
import { DAYS, SAMPLE_TASKS, shiftTask, type Task } from "./ganttState.ts";

const ROW = 44;
const HEAD = 30;
const BAR = 26;
const WEEK = 5;
const WEEKS = [0, 1, 2, 3];
const FILLS: Record<Task["tone"], string> = {
  leaf: "fill-leaf",
  sun: "fill-sun",
  sky: "fill-sky",
  clay: "fill-clay",
  iris: "fill-iris",
};

/** A chart whose bars shift by pointer or arrow keys, pushing on what depends on them. Positions are shares of the width. */
export function Gantt() {
  const [tasks, setTasks] = useState<readonly Task[]>(SAMPLE_TASKS);
  const chart = useRef<SVGSVGElement>(null);
  const shift = (id: string, days: number) => setTasks((all) => shiftTask(all, id, days));
  const height = HEAD + tasks.length * ROW + 10;
  return (
    <Frame label="Sample Gantt chart: five tasks over four weeks" place="Website relaunch / Gantt">
      <svg ref={chart} width="100%" height={height} className="block select-none">
        <title>Tasks over four weeks</title>
        <Weeks height={height} />
        {tasks.map((task, row) => (
          <Dependency key={task.id} task={task} row={row} tasks={tasks} />
        ))}
        {tasks.map((task, row) => (
          <Bar
            key={task.id}
            task={task}
            row={row}
            dayWidth={() => (chart.current?.clientWidth ?? 0) / DAYS}
            onShift={(days) => shift(task.id, days)}
          />
        ))}
      </svg>
      <p className="border-hairline border-t px-4 py-2.5 text-ink-muted text-xs">
        Drag a bar, or focus it and press the arrow keys. What waits for it moves along.
      </p>
    </Frame>
  );
}

const share = (day: number) => `${(day / DAYS) * 100}%`;

function Weeks({ height }: { height: number }) {
  return WEEKS.map((week) => (
    <g key={week}>
      {week > 0 && (
        <line
          x1={share(week * WEEK)}
          x2={share(week * WEEK)}
          y1="0"
          y2={height}
          className="stroke-hairline"
        />
      )}
      <text x={share(week * WEEK)} dx="12" y="20" className="fill-ink-muted text-xs">
        Week {week + 1}
      </text>
    </g>
  ));
}

/** Down from the end of what comes first, then right to what waits. */
function Dependency({ task, row, tasks }: { task: Task; row: number; tasks: readonly Task[] }) {
  const from = tasks.findIndex(({ id }) => id === task.after);
  const before = tasks[from];
  if (!before) return null;
  const x = share(before.start + before.length - 0.25);
  const y = HEAD + row * ROW + ROW / 2;
  return (
    <g className="stroke-control" strokeWidth="1.5">
      <line x1={x} x2={x} y1={HEAD + from * ROW + ROW / 2} y2={y} />
      <line x1={x} x2={share(task.start)} y1={y} y2={y} />
    </g>
  );
}

interface BarProps {
  task: Task;
  row: number;
  /** Pixels a day takes just now. */
  dayWidth: () => number;
  onShift: (days: number) => void;
}

function Bar({ task, row, dayWidth, onShift }: BarProps) {
  const dragged = useRef<{ x: number; shifted: number } | null>(null);
  const y = HEAD + row * ROW + (ROW - BAR) / 2;

  const onPointerDown = (event: PointerEvent<SVGGElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    dragged.current = { x: event.clientX, shifted: 0 };
  };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (!dragged.current) return;
    const days = Math.round((clientX - dragged.current.x) / dayWidth());
    if (days === dragged.current.shifted) return;
    onShift(days - dragged.current.shifted);
    dragged.current.shifted = days;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const days = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!days) return;
    event.preventDefault();
    onShift(days);
  };

  return (
    <g
      role="slider"
      tabIndex={0}
      aria-label={`${task.title}: first day`}
      aria-valuemin={1}
      aria-valuemax={DAYS}
      aria-valuenow={task.start + 1}
      aria-valuetext={`day ${task.start + 1} to ${task.start + task.length}`}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        dragged.current = null;
      }}
      onKeyDown={onKeyDown}
      className="cursor-grab touch-pan-y active:cursor-grabbing"
    >
      <rect
        x={share(task.start)}
        y={y}
        width={share(task.length)}
        height={BAR}
        rx="6"
        className={FILLS[task.tone]}
      />
      <text
        x={share(task.start)}
        dx="10"
        y={y + BAR / 2}
        dominantBaseline="central"
        className={`pointer-events-none font-medium text-xs ${task.tone === "sun" ? "fill-on-sun" : "fill-background"}`}
      >
        {task.title}
      </text>
    </g>
  );
}
