/**
 * URL of the player. It is a separate document in an iframe, with a content security policy that allows recorded styles. It loads nothing on its own.
 * It exchanges the messages below with the console. Times are in milliseconds from the start of the track, unless noted.
 */
export const PLAYER_PATH = "/console/player.html";

/** From the console to the player. */
export type PlayerCommand =
  /** Asks whether the player is ready. */
  | { type: "hello" }
  /** Opens a track and replaces the previous one. `start` and `end` are in milliseconds since the epoch. */
  | { type: "open"; start: number; end: number; speed: number; hasTrail: boolean }
  /**
   * A segment's JSON as it is stored. `recordedAt` is when its recording started, in milliseconds since the epoch; `clockCorrection` is added to the
   * times in it.
   */
  | {
      type: "segment";
      id: string;
      recordingId: string;
      recordedAt: number;
      clockCorrection: number;
      json: ArrayBuffer;
    }
  | { type: "play"; at: number }
  | { type: "pause" }
  | { type: "seek"; at: number }
  | { type: "speed"; speed: number }
  | { type: "trail"; hasTrail: boolean };

/** Type of click, as far as the recording shows. */
export type ClickKind = "click" | "rage" | "dead";

/** Facts about a segment. Times are in milliseconds since the epoch. */
export interface SegmentSummary {
  /** Start of each second with visitor activity, sorted. */
  activity: number[];
  clicks: { at: number; kind: ClickKind }[];
  /** Pages shown, by URL. */
  pages: { at: number; href: string }[];
  /** IDs of the events that the recorded document sent. */
  messages: string[];
}

/** From the player to the console. */
export type PlayerReport =
  | { type: "ready" }
  | { type: "digest"; id: string; digest: SegmentSummary }
  /** A segment that can't be parsed. */
  | { type: "unreadable"; id: string }
  | { type: "time"; at: number }
  /** The visitor's viewport, in CSS pixels. */
  | { type: "size"; width: number; height: number }
  | { type: "ended" }
  /** A key that was pressed while the player had the focus. */
  | { type: "key"; key: string };

type Fields = Record<string, unknown>;

const CLICK_KINDS: readonly unknown[] = ["click", "rage", "dead"];

/**
 * Validates a message from the player.
 * @param data any message.
 * @returns null if it is not a valid player message.
 */
export function parseReport(data: unknown): PlayerReport | null {
  if (!isFields(data)) return null;
  const { type, id, at, key, width, height } = data;
  if (type === "ready" || type === "ended") return { type };
  if (type === "time" && isInstant(at)) return { type, at };
  if (type === "size" && isLength(width) && isLength(height)) return { type, width, height };
  if (type === "key" && typeof key === "string") return { type, key };
  if (typeof id !== "string") return null;
  if (type === "unreadable") return { type, id };
  return type === "digest" && isSegmentSummary(data.digest) ? { type, id, digest: data.digest } : null;
}

function isSegmentSummary(value: unknown): value is SegmentSummary {
  if (!isFields(value)) return false;
  const { activity, clicks, pages, messages } = value;
  return (
    isListOf(activity, isInstant) &&
    isListOf(clicks, (each) => isFields(each) && isInstant(each.at) && CLICK_KINDS.includes(each.kind)) &&
    isListOf(pages, (each) => isFields(each) && isInstant(each.at) && typeof each.href === "string") &&
    isListOf(messages, (each) => typeof each === "string")
  );
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const isInstant = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isLength = (value: unknown): value is number => isInstant(value) && value > 0;
const isListOf = (value: unknown, isOne: (each: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isOne);
