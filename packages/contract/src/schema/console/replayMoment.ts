/** A moment of a replay, such as an error. */
export interface ReplayMoment {
  /** ID of the replay. */
  id: string;
  /** Milliseconds since the epoch, by the visitor's clock, as in recordings. */
  at: number;
}
