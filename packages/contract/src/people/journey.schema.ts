import { type RouteRows, response } from "../kernel/routeRow.ts";
/** One step of a visit. */
export interface JourneyStep {
  kind: "page" | "section" | "event" | "form" | "error";
  /** Path, name of the section or event, or message. */
  text: string;
  /** Subject of an event, such as the clicked button; may be empty. */
  detail: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** A visit of a person, with their actions. */
export interface JourneyVisit {
  visitorId: string;
  sessionId: number;
  /** Milliseconds since the epoch. */
  startedAt: number;
  endedAt: number;
  source: string;
  channel: string;
  campaign: string;
  entryPage: string;
  country: string;
  device: string;
  browser: string;
  /** Each is `experiment:phase:variation`. */
  variations: string[];
  views: number;
  /** Oldest first. */
  steps: JourneyStep[];
  /** Whether the visit has more steps than are listed. */
  hasMore: boolean;
  /** ID of its replay; null if it was not recorded or the account can't watch replays. */
  replay: string | null;
}

export interface JourneyResponse {
  /** Newest first; the latest ones if a person has very many. */
  visits: JourneyVisit[];
  hasMore: boolean;
}

export const JOURNEY_ROUTES = {
  "GET /leads/:id/journey": { access: "seePeople analytics", response: response<JourneyResponse>() },
} as const satisfies RouteRows;
