import type { PlaybackState } from "../playback/playback.types.ts";
import { placeOf } from "./placeOf.ts";

interface StretchesProps extends Pick<PlaybackState, "time" | "quiet" | "missing" | "loaded"> {
  length: number;
}

/** The ground of the line: how far one is, how much has been loaded, quiet times shaded, missing parts marked. */
export function Stretches({ time, length, quiet, missing, loaded }: StretchesProps) {
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
          title="Nothing was done here"
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
