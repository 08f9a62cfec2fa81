import { type RefObject, useEffect, useRef, useState } from "react";
import { formatTimecode } from "../../../../shared/format/format.ts";
import { MARK_STYLES, MarkShape } from "../MarkShape.tsx";
import type { Mark } from "../playback/marks.ts";
import type { Playback, PlaybackState } from "../playback/playback.types.ts";
import { groupMarks, placeOf } from "./groupMarks.ts";

interface MarkLaneProps {
  marks: readonly Mark[];
  length: number;
  onSeek: (time: number) => void;
}

/** Width of a mark plus its gap, in pixels. */
const ROOM = 11;

interface StretchesProps extends Pick<PlaybackState, "time" | "quiet" | "missing" | "loaded"> {
  length: number;
}

interface TimelineProps {
  state: PlaybackState;
  /** Length of the track, in milliseconds. */
  length: number;
  playback: Playback;
}

const THUMB =
  "[&::-webkit-slider-thumb]:h-5 [&::-webkit-slider-thumb]:w-1.5 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-accent-strong pointer-coarse:[&::-webkit-slider-thumb]:h-7 pointer-coarse:[&::-webkit-slider-thumb]:w-3 [&::-moz-range-thumb]:h-5 [&::-moz-range-thumb]:w-1.5 [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-accent-strong";

/** The timeline: marks, inactivity, missing parts and the current position. */
export function Timeline({ state, length, playback }: TimelineProps) {
  const { time, marks, quiet, missing, loaded } = state;
  return (
    <div>
      <MarkLane marks={marks} length={length} onSeek={playback.seek} />
      <div className="relative h-5 pointer-coarse:h-10">
        <TimelineTrack time={time} length={length} quiet={quiet} missing={missing} loaded={loaded} />
        <input
          type="range"
          aria-label="Position"
          aria-valuetext={`${formatTimecode(time)} of ${formatTimecode(length)}`}
          min={0}
          max={length}
          step={100}
          value={time}
          onChange={({ target }) => playback.seek(Number(target.value))}
          className={`absolute inset-0 size-full cursor-pointer appearance-none bg-transparent ${THUMB}`}
        />
      </div>
    </div>
  );
}

/** Background of the timeline: progress, loaded share, inactivity and missing parts. */
function TimelineTrack({ time, length, quiet, missing, loaded }: StretchesProps) {
  const span = (from: number, to: number) => {
    const left = placeOf(from, length);
    return { left: `${left}%`, width: `${Math.max(placeOf(to, length) - left, 0.2)}%` };
  };
  return (
    <div
      aria-hidden="true"
      className="-translate-y-1/2 absolute inset-x-0 top-1/2 h-2 overflow-hidden rounded-full bg-surface-sunken ring-1 ring-hairline"
    >
      {loaded < 1 && <div className="absolute inset-y-0 bg-hairline" style={span(0, loaded * length)} />}
      <div className="absolute inset-y-0 bg-accent" style={span(0, time)} />
      {quiet.map(({ from, to }) => (
        <div
          key={from}
          title="Inactivity"
          className="absolute inset-y-0 bg-[repeating-linear-gradient(-45deg,var(--control)_0_2px,transparent_2px_5px)] opacity-70"
          style={span(from, to)}
        />
      ))}
      {missing.map(({ from, to }) => (
        <div key={from} className="absolute inset-y-0 bg-clay" style={span(from, to)} />
      ))}
    </div>
  );
}

/** Marks on the timeline, for the pointer only. The activity list offers the same to everyone and explains the shapes. */
function MarkLane({ marks, length, onSeek }: MarkLaneProps) {
  const lane = useRef<HTMLDivElement>(null);
  const width = useWidth(lane);
  const groups = width > 0 ? groupMarks(marks, length, (100 * ROOM) / width) : [];
  return (
    <div ref={lane} aria-hidden="true" className="relative h-5">
      {groups.map(({ mark, place, otherCount }) => (
        <button
          key={mark.id}
          type="button"
          tabIndex={-1}
          title={titleOf(mark, otherCount)}
          onClick={() => onSeek(Math.max(mark.at - 1000, 0))}
          className="absolute inset-y-0 grid w-2.5 -translate-x-1/2 place-items-center"
          style={{ left: `${place}%` }}
        >
          <MarkShape kind={mark.kind} className="size-2.5" />
        </button>
      ))}
    </div>
  );
}

function titleOf({ at, text, kind }: Mark, otherCount: number): string {
  const more = otherCount > 0 ? ` and ${otherCount} more` : "";
  return `${formatTimecode(at)} ${MARK_STYLES[kind].name}: ${text}${more}`;
}

/** Width of an element in CSS pixels; 0 until it is measured. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const sizes = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    sizes.observe(element.current);
    return () => sizes.disconnect();
  }, [element]);
  return width;
}
