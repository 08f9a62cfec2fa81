/** A duration in milliseconds. */
export type Milliseconds = number;
/** Milliseconds since the Unix epoch, UTC. */
export type Timestamp = number;

export const ONE_SECOND: Milliseconds = 1000;
export const ONE_MINUTE: Milliseconds = 60 * ONE_SECOND;
export const ONE_HOUR: Milliseconds = 60 * ONE_MINUTE;
export const ONE_DAY: Milliseconds = 24 * ONE_HOUR;
export const ONE_YEAR: Milliseconds = 365 * ONE_DAY;
