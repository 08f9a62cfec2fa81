import type { RumPlugin } from "@datadog/browser-rum-slim";
import { hashText } from "../sampling/recordingSettings.ts";

/** The analytics sessions of a document, as sessions of RUM. */
export interface VisitSessions {
  /** Assigns events that start from now on to another analytics session. */
  begin(sessionId: number): void;
  /** Gives events their session and its sample rate. */
  plugin: RumPlugin;
}

interface VisitSessionsOptions {
  deviceId: string;
  /** Percentage of sampled sessions. */
  sampleRate: number;
}

/**
 * Datadog's client keeps its session in memory and would start one with every document. So its events get the ID of the analytics session instead,
 * in a plugin: `beforeSend` cannot change a session. All documents and tabs of a visit share it, and nothing is stored for it. The client would
 * also report 100 as the rate, because sessions are sampled before it is loaded.
 */
export function createVisitSessions({ deviceId, sampleRate }: VisitSessionsOptions): VisitSessions {
  const sessions: { from: number; sessionId: number; uuid: string }[] = [];
  /** An event belongs to the session in which it started. Measurements before the first one belong to it. */
  const sessionAt = (time: number) => sessions.filter(({ from }) => from <= time).at(-1) ?? sessions[0];
  return {
    begin(sessionId) {
      sessions.push({ from: performance.now(), sessionId, uuid: sessionUuid(deviceId, sessionId) });
    },
    plugin: {
      name: "marquee-sessions",
      onInit({ registerAssembleEventHook }) {
        registerAssembleEventHook(({ eventType, startTime }) => {
          const session = sessionAt(startTime);
          if (!session) return "SKIPPED";
          return {
            // One of the types, because the compiler cannot know that all have these fields.
            type: eventType as "view",
            session: { id: session.uuid },
            context: { marquee: { session_id: session.sessionId } },
            _dd: { configuration: { session_sample_rate: sampleRate } },
          };
        });
      },
    },
  };
}

/** A UUID (version 8) for an analytics session. Datadog expects one. */
export function sessionUuid(deviceId: string, sessionId: number): string {
  const parts = [0, 1, 2, 3].map((part) => hashText(`${part}:${deviceId}:${sessionId}`));
  const digits = parts.map((part) => part.toString(16).padStart(8, "0")).join("");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-8$3-a$4-$5");
}
