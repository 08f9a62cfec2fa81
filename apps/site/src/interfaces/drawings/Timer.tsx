import { Pause, Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useInView } from "../useInView.ts";
import { useSamples } from "../useSamples.ts";

const ONE_SECOND = 1000;
/** Initial value in seconds: 1 h 24 min 8 s. */
const START = 5048;

/** A timer for a task. Once started, it counts only while it is on screen. */
export function Timer() {
  const { timer } = useSamples();
  const figure = useRef<HTMLElement>(null);
  const isSeen = useInView(figure);
  const [seconds, setSeconds] = useState(START);
  const [isRunning, setIsRunning] = useState(false);
  useEffect(() => {
    if (!isRunning || !isSeen) return;
    const ticking = setInterval(() => setSeconds((now) => now + 1), ONE_SECOND);
    return () => clearInterval(ticking);
  }, [isRunning, isSeen]);
  const Icon = isRunning ? Pause : Play;
  return (
    <figure ref={figure} aria-label={timer.label} className="flex items-center justify-between gap-4">
      <span role="timer" className="font-display text-heading tabular-nums">
        {clock(seconds)}
      </span>
      <button
        type="button"
        aria-label={isRunning ? timer.stop : timer.start}
        onClick={() => setIsRunning(!isRunning)}
        className="grid size-11 place-items-center rounded-full bg-accent text-on-accent hover:bg-accent-strong"
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    </figure>
  );
}

/** Seconds as "1:24:08". */
function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
