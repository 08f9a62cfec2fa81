/** How often something happened for one reason. */
export interface ReasonCount {
  reason: string;
  count: number;
}

/** An event that was refused, as far as it is kept. */
export interface RejectedSample {
  /** Milliseconds since the epoch. */
  receivedAt: number;
  reason: string;
  /** What exactly was wrong. */
  detail: string;
  type: string;
  event: string;
  messageId: string;
  library: string;
  bytes: number;
  /** Its beginning, as it was sent. */
  sample: string;
}

/** Pages that were served within an hour or day, by what the visitor had decided. */
export interface DecisionPoint {
  /** Milliseconds since the epoch. */
  start: number;
  granted: number;
  denied: number;
  undecided: number;
}

/** Data of the Data quality screen for one date range. */
export interface QualityResponse {
  /** Events acknowledged, each once. */
  accepted: number;
  /** Copies that were recognised by their message id and dropped. */
  duplicates: number;
  /** Requests that were asked to come again later. */
  busy: number;
  rejected: ReasonCount[];
  /** The latest refused events of the span. */
  samples: RejectedSample[];
  /** Events kept but left out of the figures, by what gave them away. */
  machines: ReasonCount[];
  /** What browsers report that they had to give up, by metric. */
  client: ReasonCount[];
  /** Every hour or day of the span. */
  decisions: DecisionPoint[];
}

/** The spools of the instance that answers, now. */
export interface SpoolResponse {
  events: SpoolState;
  /** Of parts of recordings, clicks, scrolling and lines of monitoring. */
  recordings: SpoolState;
}

export interface SpoolState {
  /** How many wait. */
  depth: number;
  isDraining: boolean;
  /** Why the event store takes none, where it does not. */
  lastError: string | null;
}
