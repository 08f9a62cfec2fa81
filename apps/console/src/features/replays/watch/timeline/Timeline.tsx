import { formatMoment } from "../../formatMoment.ts";
import type { Playback, PlaybackState } from "../playback/playback.types.ts";
import { MarkLane } from "./MarkLane.tsx";
import { Stretches } from "./Stretches.tsx";

interface TimelineProps {
  state: PlaybackState;
  /** Of the track, milliseconds. */
  length: number;
  playback: Playback;
}

const THUMB =
  "[&::-webkit-slider-thumb]:h-5 [&::-webkit-slider-thumb]:w-1.5 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-accent-strong pointer-coarse:[&::-webkit-slider-thumb]:h-7 pointer-coarse:[&::-webkit-slider-thumb]:w-3 [&::-moz-range-thumb]:h-5 [&::-moz-range-thumb]:w-1.5 [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-accent-strong";

/** The whole track as a line: what happened where, where nothing did, what is missing, and where one is. */
export function Timeline({ state, length, playback }: TimelineProps) {
  const { time, marks, quiet, missing, loaded } = state;
  return (
    <div>
      <MarkLane marks={marks} length={length} onSeek={playback.seek} />
      <div className="relative h-5 pointer-coarse:h-10">
        <Stretches {...{ time, length, quiet, missing, loaded }} />
        <input
          type="range"
          aria-label="Moment"
          aria-valuetext={`${formatMoment(time)} of ${formatMoment(length)}`}
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
