/** How often something happened for a reason. */
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

/** Data of the Data quality screen for one date range. */
export interface QualityResponse {
  /** Accepted events, each counted once. */
  accepted: number;
  /** Events dropped because their message ID was already known. */
  duplicates: number;
  /** Requests that were answered with 408, 429 or 503 and can be retried. */
  busy: number;
  rejected: ReasonCount[];
  /** Events that were not stored because of their sender, by `ExclusionReason`. */
  excluded: ReasonCount[];
  /** The same senders' parts of recordings, click and scroll records, and RUM lines. */
  excludedRecords: number;
  /** The latest rejected events of the date range. */
  samples: RejectedSample[];
  /** Bot events, which are stored but left out of metrics, by bot reason. */
  bots: ReasonCount[];
  /** Losses and retries that browsers report, by metric. */
  client: ReasonCount[];
  /** One point per interval of the date range. */
  decisions: DecisionPoint[];
}

/** Current state of the spools of the server instance that responds. */
export interface SpoolResponse {
  events: SpoolState;
  /** Spool of recording segments, clicks, scrolling and RUM lines. */
  recordings: SpoolState;
}

export interface SpoolState {
  /** Number of waiting rows. */
  depth: number;
  isDraining: boolean;
  /** Why the event store accepts no rows; null if it does. */
  lastError: string | null;
}
