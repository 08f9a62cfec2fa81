/**
 * What the console and its player say to each other. The player is a document of its own, in a frame, with a policy that lets recorded styles
 * apply; it loads nothing by itself. Times are milliseconds from the beginning of the track.
 */
export const PLAYER_PATH = "/console/player.html";

/** From the console to the player. */
export type PlayerCommand =
  /** Asks whether it is ready. */
  | { type: "hello" }
  /** First of all; takes the place of what was open. Instants since the epoch. */
  | { type: "open"; start: number; end: number; speed: number; hasTrail: boolean }
  /** A segment's JSON as it was stored. `recordedAt`: when its recording began. */
  | { type: "segment"; id: string; recordingId: string; recordedAt: number; json: ArrayBuffer }
  | { type: "play"; at: number }
  | { type: "pause" }
  | { type: "seek"; at: number }
  | { type: "speed"; speed: number }
  | { type: "trail"; hasTrail: boolean };

/** Kind of click, as far as the recording shows. */
export type ClickKind = "click" | "rage" | "dead";

/** Facts about a segment; times in milliseconds since the epoch. */
export interface SegmentSummary {
  /** Seconds in which the visitor did something, by their beginning. */
  activity: number[];
  clicks: { at: number; kind: ClickKind }[];
  /** Pages, by their addresses. */
  pages: { at: number; href: string }[];
  /** Ids of the events that the recorded document sent. */
  messages: string[];
}

/** From the player to the console. */
export type PlayerReport =
  | { type: "ready" }
  | { type: "digest"; id: string; digest: SegmentSummary }
  /** A segment that is no list of events. */
  | { type: "unreadable"; id: string }
  | { type: "time"; at: number }
  /** Of the window that the page was seen in, in pixels of CSS. */
  | { type: "size"; width: number; height: number }
  | { type: "ended" }
  /** A key was pressed while the player had the focus. */
  | { type: "key"; key: string };
