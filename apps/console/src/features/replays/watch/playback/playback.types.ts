import type { RecordingFacts } from "./createRecording.ts";

/** State of a track's playback. Times are in milliseconds from its start. */
export interface PlaybackState extends RecordingFacts {
  /** `opening` until the first snapshot is shown; `waiting` while buffering. */
  status: "opening" | "waiting" | "playing" | "paused" | "ended";
  /** Whether it plays, or will as soon as it can. */
  isPlayed: boolean;
  time: number;
  speed: number;
  skipsQuiet: boolean;
  hasTrail: boolean;
  /** URL of the page shown. */
  page: string;
  /** The visitor's viewport in CSS pixels; null until it is known. */
  size: { width: number; height: number } | null;
}

export interface Playback {
  state(): PlaybackState;
  /**
   * Calls `onChange` after each change.
   * @returns a function that unsubscribes.
   */
  subscribe(onChange: () => void): () => void;
  play(): void;
  pause(): void;
  seek(time: number): void;
  setSpeed(speed: number): void;
  setSkipsQuiet(skips: boolean): void;
  setTrail(hasTrail: boolean): void;
  stop(): void;
}
