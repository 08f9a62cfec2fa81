import type { RecordingFacts } from "./createRecording.ts";

/** What is seen of a track that is played. Times are milliseconds from its start. */
export interface PlaybackState extends RecordingFacts {
  /** `opening` until the first snapshot is shown; `waiting` while buffering. */
  status: "opening" | "waiting" | "playing" | "paused" | "ended";
  /** Whether it plays, or will as soon as it can. */
  isPlayed: boolean;
  time: number;
  speed: number;
  skipsQuiet: boolean;
  hasTrail: boolean;
  /** Address of the page that is shown. */
  page: string;
  /** Of the window that the visitor saw it in, in pixels; null until it is known. */
  size: { width: number; height: number } | null;
}

export interface Playback {
  state(): PlaybackState;
  /** @returns a function that ends it. */
  subscribe(onChange: () => void): () => void;
  play(): void;
  pause(): void;
  seek(time: number): void;
  setSpeed(speed: number): void;
  setSkipsQuiet(skips: boolean): void;
  setTrail(hasTrail: boolean): void;
  stop(): void;
}
