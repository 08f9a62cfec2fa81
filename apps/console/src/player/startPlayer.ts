import { createStage, type Stage } from "./createStage.ts";
import { inertElementIds } from "./inertElementIds.ts";
import { mergeSnapshotSlices } from "./mergeSnapshotSlices.ts";
import type { PlayerCommand, PlayerReport } from "./protocol.ts";
import { EVENT, isFields, type RecordedEvent } from "./recorded.types.ts";
import { sanitizeEvent } from "./sanitizeEvent.ts";
import { type FormFields, showMaskedFields } from "./showMaskedFields.ts";
import { summarizeEvents } from "./summarizeEvents.ts";
import type { TagNames } from "./tagNames.ts";

/** Interval between two reports of the current time, in milliseconds. */
const REPORT_INTERVAL = 80;

/**
 * Runs commands from the console that embeds this frame.
 * @param root element that contains the pages.
 */
export function startPlayer(root: HTMLElement): void {
  const report = (message: PlayerReport) => parent.postMessage(message, location.origin);
  const origins = new Map<string, string>();
  const quiet = new Map<string, Set<unknown>>();
  const tagNames = new Map<string, TagNames>();
  const formedFields = new Map<string, FormFields>();
  let stage: Stage | null = null;

  const take = (command: PlayerCommand) => {
    if (command.type === "hello") report({ type: "ready" });
    else if (command.type === "open") open(command);
    else if (stage) direct(stage, command);
  };

  const open = (command: Extract<PlayerCommand, { type: "open" }>) => {
    stage?.stop();
    for (const collection of [origins, quiet, tagNames, formedFields]) collection.clear();
    stage = createStage({
      ...command,
      root,
      onEnded: () => report({ type: "ended" }),
      onSize: ({ width, height }) => report({ type: "size", width, height }),
    });
  };

  const direct = (currentStage: Stage, command: Exclude<PlayerCommand, { type: "open" | "hello" }>) => {
    if (command.type === "segment") addSegment(currentStage, command);
    if (command.type === "play") currentStage.play(command.at);
    if (command.type === "pause") currentStage.pause();
    if (command.type === "seek") currentStage.seek(command.at);
    if (command.type === "speed") currentStage.setSpeed(command.speed);
    if (command.type === "trail") currentStage.setTrail(command.hasTrail);
  };

  const addSegment = (currentStage: Stage, command: Extract<PlayerCommand, { type: "segment" }>) => {
    const { id, recordingId, recordedAt, clockCorrection, json } = command;
    try {
      const events = parseSegment(json);
      const ids = quiet.get(recordingId) ?? new Set();
      quiet.set(recordingId, ids);
      const names: TagNames = tagNames.get(recordingId) ?? new Map();
      tagNames.set(recordingId, names);
      const fields: FormFields = formedFields.get(recordingId) ?? new Map();
      formedFields.set(recordingId, fields);
      for (const event of events) {
        event.timestamp += clockCorrection;
        const origin = originOf(event) ?? origins.get(recordingId) ?? location.origin;
        origins.set(recordingId, origin);
        sanitizeEvent(event, { origin, at: recordedAt }, names);
        for (const each of inertElementIds(event, origin, ids)) ids.add(each);
      }
      report({ type: "digest", id, digest: summarizeEvents(events, (element) => ids.has(element)) });
      currentStage.add(mergeSnapshotSlices(events.flatMap((event) => showMaskedFields(event, fields))));
    } catch {
      report({ type: "unreadable", id });
    }
  };

  addEventListener("message", ({ source, origin, data }: MessageEvent) => {
    // Accept messages only from the console, which has the same origin and builds every message itself.
    if (source === parent && origin === location.origin) take(data as PlayerCommand);
  });
  addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
    if (!ctrlKey && !metaKey && !altKey) report({ type: "key", key });
  });
  reportTime(() => stage, report);
  report({ type: "ready" });
}

function originOf({ type, data }: RecordedEvent): string | null {
  if (type !== EVENT.meta || typeof data.href !== "string" || !URL.canParse(data.href)) return null;
  return new URL(data.href).origin;
}

function reportTime(stage: () => Stage | null, report: (message: PlayerReport) => void): void {
  setInterval(() => {
    const currentStage = stage();
    if (currentStage?.isPlaying()) report({ type: "time", at: currentStage.time() });
  }, REPORT_INTERVAL);
}

/**
 * A segment's events, from a list or from a recorder's body `{ events }`. Entries that are not events are left out.
 * @throws if the segment is neither.
 */
function parseSegment(json: ArrayBuffer): RecordedEvent[] {
  const segment: unknown = JSON.parse(new TextDecoder().decode(json));
  const list = Array.isArray(segment) || !isFields(segment) ? segment : segment.events;
  if (!Array.isArray(list)) throw new Error("A segment is a list of events.");
  return list.filter(isEvent);
}

function isEvent(value: unknown): value is RecordedEvent {
  if (!isFields(value)) return false;
  const { type, timestamp, data } = value;
  return typeof type === "number" && Number.isFinite(timestamp) && isFields(data);
}
