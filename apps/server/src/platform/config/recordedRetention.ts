/** How many days rows are kept; null means forever. */
export interface Retention {
  retentionDays: number | null;
  /** Limit for recordings, and for personal data of interactions and RUM events, which are never kept longer than `retentionDays`. */
  replayRetentionDays: number | null;
}

/** How many days recordings are kept: the shorter of the two limits; null means forever. */
export function recordedRetention({ retentionDays, replayRetentionDays }: Retention): number | null {
  return retentionDays === null || replayRetentionDays === null
    ? (retentionDays ?? replayRetentionDays)
    : Math.min(retentionDays, replayRetentionDays);
}
