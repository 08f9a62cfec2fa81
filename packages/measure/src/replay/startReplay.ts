import {
  ERROR_EVENT,
  RECORDING_REQUEST,
  type RecordingSettings,
  ruleId,
  type SegmentEvent,
} from "@marquee/contract";
import { listen } from "../browser/listen.ts";
import type { LocalStore } from "../browser/localStore.ts";
import { monitor, reportInternalError } from "../browser/monitor.ts";
import { createAddressFilter } from "../privacy/filterAddress.ts";
import { isSampled } from "../sampling/recordingSettings.ts";
import type { Loader } from "../transport/createLoader.ts";
import { createTypedValues, trackTypedValues } from "./masking/typedTexts.ts";
import type { Admission, Recording, RecordingOptions } from "./startRecording.ts";
import {
  createRuleMatches,
  type RuleMatches,
  startTargeting,
  type Targeting,
} from "./targeting/startTargeting.ts";

/** Session replay: starts and stops recordings. */
export interface Replay {
  /** Call it with each event before it is sent. */
  see(event: SegmentEvent): void;
  /** Call it once another page has been painted. */
  pageShown(): void;
  /** Ends recording. If the visitor has withdrawn consent, deletes recorded data that has not been sent. */
  stop(): void;
}

export interface ReplayOptions {
  settings: RecordingSettings;
  endpoint: string;
  writeKey: string;
  deviceId: string;
  /** ID of the current session. */
  sessionId: number;
  /** A current event of the session. */
  arrival: SegmentEvent;
  /** The visitor's flag values. */
  flags: Readonly<Record<string, unknown>>;
  store: LocalStore;
  /** Storage key of the rules that have matched. */
  matchesKey: string;
  /** Whether the visitor's consent to C0002 still holds. */
  isAllowed: () => boolean;
  loader: Loader<{ startRecording: (options: RecordingOptions) => Recording }>;
}

/** The recording metadata is emitted again after this many calls (specification, section 9). */
const CALLS_PER_DESCRIPTION = 10;

/** Shared by all sessions of the document, because the page may show in one session what was typed in an earlier one. */
const documentEntries = createTypedValues();

/**
 * Decides for each session whether it is recorded, and starts and stops the recorder (specification, section
 * 4).
 */
export function startReplay(options: ReplayOptions): Replay {
  const { settings, store, matchesKey, flags, isAllowed, loader, arrival: arrived, ...ids } = options;
  const memory = createRuleMatches({ store, key: matchesKey, now: Date.now });
  const filterAddress = createAddressFilter(settings.addressRules, () => document.baseURI);
  let { sessionId } = ids;
  let arrival = arrived;
  let isOver = false;
  let targeting: Targeting | undefined;
  let recording: Recording | undefined;
  let path = location.pathname;
  let calls = 0;
  /** ID of the session in which the page requested a recording. */
  let requested: number | undefined;

  const admit = (): Admission | null =>
    decideRecording(settings, sessionId, memory) ??
    (settings.isCaptureEnabled && requested === sessionId ? { admission: "manual" } : null);
  const start = async () => {
    const code = await loader.get();
    const admission = admit();
    if (!code || !admission || isOver || recording) return;
    const onEnded = () => {
      isOver = true;
    };
    recording = code.startRecording({
      ...ids,
      settings,
      filterAddress,
      entries: documentEntries,
      admission,
      sessionId: () => sessionId,
      onEnded,
    });
  };
  const decide = () => {
    targeting?.stop();
    targeting = undefined;
    const admission = admit();
    if (admission && recording) recording.sessionBegun(admission);
    else if (admission) start().catch(reportInternalError);
    else {
      recording?.stop();
      recording = undefined;
      const currentPath = () => location.pathname;
      const { rules } = settings;
      targeting = startTargeting({ rules, memory, arrival, flags, currentPath, onMatch: decide });
    }
  };
  const onRequest = monitor(() => {
    if (isOver || recording || !isSampled("monitored replay", sessionId, settings.monitoringReplaySampleRate))
      return;
    requested = sessionId;
    decide();
  });
  const stopListening = listen(document, RECORDING_REQUEST, onRequest);
  // Starts before any recording does, because a later recording may show what was typed earlier.
  const stopFollowing = canRecord(settings) ? trackTypedValues(documentEntries) : undefined;
  if (settings.isCaptureEnabled) decide();
  else isOver = true;

  return {
    see(event) {
      if (isOver) return;
      const current = Number(event.context?.sessionId);
      if (current > sessionId) {
        sessionId = current;
        arrival = event;
        decide();
      }
      targeting?.see(event);
      recording?.mark(...describeCall(event));
      calls += 1;
      if (calls % CALLS_PER_DESCRIPTION === 0) recording?.describe();
    },
    pageShown() {
      if (isOver || location.pathname === path) return;
      path = location.pathname;
      recording?.pageShown();
    },
    stop() {
      isOver = true;
      stopListening();
      stopFollowing?.();
      targeting?.stop();
      if (isAllowed()) recording?.stop();
      else recording?.erase().catch(reportInternalError);
    },
  };
}

/** Whether this or a later session can be recorded: by sample, by rule, or manually. */
function canRecord(settings: RecordingSettings): boolean {
  const { isCaptureEnabled, sampleRate, rules, monitoringReplaySampleRate } = settings;
  return isCaptureEnabled && (sampleRate > 0 || rules.length > 0 || monitoringReplaySampleRate > 0);
}

/** Timeline entry of a call: its type, name and message ID, never text that a visitor typed. */
function describeCall({
  type,
  event,
  messageId,
}: SegmentEvent): [tag: string, payload: Record<string, unknown>] {
  return [event === ERROR_EVENT ? "error" : "event", { type, name: event ?? type, messageId }];
}

/** The reason why a session is recorded from its start; null if there is none yet (specification, section 4). */
export function decideRecording(
  { isCaptureEnabled, sampleRate, rules }: RecordingSettings,
  sessionId: number,
  memory: Pick<RuleMatches, "find">,
): Admission | null {
  if (!isCaptureEnabled) return null;
  if (isSampled("replay", sessionId, sampleRate)) return { admission: "sample" };
  const rule = memory.find(rules);
  return rule ? { admission: "targeting", rule: ruleId(rule) } : null;
}
