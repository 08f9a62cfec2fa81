/** A moment of a replay, such as an error. */
export interface ReplayMoment {
  /** ID of the replay. */
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
}
