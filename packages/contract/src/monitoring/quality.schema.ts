import type { IngestKind, LimitReason } from "../events/segment.types.ts";
import { PeriodSchema } from "../kernel/dateRange.schema.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";

/** Number of occurrences for a reason. */
export interface ReasonCount {
  reason: string;
  count: number;
}

/** The stored part of a rejected event. */
export interface RejectedSample {
  /** Milliseconds since the epoch. */
  receivedAt: number;
  reason: string;
  /** The exact problem. */
  detail: string;
  type: string;
  event: string;
  messageId: string;
  library: string;
  bytes: number;
  /** Beginning of the event as it was sent. */
  sample: string;
}

/** Pages served in an hour or day, by the visitor's consent decision. */
export interface DecisionPoint {
  /** Milliseconds since the epoch. */
  start: number;
  granted: number;
  denied: number;
  undecided: number;
}

/** Requests that were rejected for one reason: an exceeded budget or a full disk. */
export interface LimitedCount {
  reason: LimitReason;
  kind: IngestKind;
  requests: number;
  /** Bytes on the wire, if announced by the requests. */
  bytes: number;
}

/** Such requests in an hour or day, by kind of data. */
export interface LimitedPoint extends Record<IngestKind, number> {
  /** Milliseconds since the epoch. */
  start: number;
}

/** Data of the Data quality screen for one date range. */
export interface QualityResponse {
  /** Accepted events, each counted once. */
  accepted: number;
  /** Events dropped because their message ID was already known. */
  duplicates: number;
  /** Requests with response 408, 429 or 503, which can be retried. */
  busy: number;
  /** The part of them due to an exceeded budget or a full disk, the most frequent first. */
  limited: LimitedCount[];
  /** One point per interval of the date range. */
  limitedSeries: LimitedPoint[];
  /** Networks that exceeded a budget, each counted once a day by each instance. */
  cutNetworks: number;
  rejected: ReasonCount[];
  /** Events that were not stored because of their sender, by `ExclusionReason`. */
  excluded: ReasonCount[];
  /** The same senders' parts of recordings, click and scroll records, and RUM lines. */
  excludedRecords: number;
  /** The latest rejected events of the date range. Without the permission `seePeople`, their samples are empty. */
  samples: RejectedSample[];
  /** Bot events, which are stored but excluded from metrics, by bot reason. */
  bots: ReasonCount[];
  /** Losses and retries that browsers report, by metric. */
  client: ReasonCount[];
  /** One point per interval of the date range. */
  decisions: DecisionPoint[];
}

/** Current state of the spools of all server instances, and of the day's budget of the responding one. */
export interface SpoolResponse {
  events: SpoolState;
  /** Spool of recording segments, clicks, scrolling and RUM lines. */
  recordings: SpoolState;
  /** Forms that wait for the record store. */
  forms: number;
  budget: DayBudget;
  /** Empty while all clocks agree. */
  wrongClocks: WrongClock[];
  /** Instances without a recent heartbeat that had waiting data on their disks. Not included in other numbers here. */
  silent: SilentInstance[];
}

export interface SilentInstance {
  host: string;
  /** Milliseconds since the epoch. */
  heardAt: number;
  /** Rows and forms. */
  waiting: number;
}

/** A store whose clock differs from the server's. */
export interface WrongClock {
  store: "events" | "records";
  /** The store's clock minus the server's, in milliseconds. */
  offset: number;
}

/** Daily budget (UTC) of all networks together. */
export interface DayBudget {
  /** Sent today, after decompression. */
  bytes: number;
  /** Null for no budget. */
  limit: number | null;
  /** Currently rejected data: all `recordings`; of `events`, those of the networks that sent the most. */
  cut: IngestKind[];
}

export interface SpoolState {
  /** Number of waiting rows. */
  depth: number;
  isDraining: boolean;
  /** Why the event store accepts no rows; null if it does. */
  lastError: string | null;
}

export const QUALITY_ROUTES = {
  "POST /query/quality": {
    access: "read technical",
    body: PeriodSchema,
    response: response<QualityResponse>(),
  },
  "GET /quality/spool": { access: "read technical", response: response<SpoolResponse>() },
} as const satisfies RouteRows;
