import { type Milliseconds, ONE_DAY } from "../time.ts";

/** Route that returns the caller's country (specification, section 7). */
export const LOCATION_PATH = "/location";
/** An answer holds this long (specification, section 9). */
export const LOCATION_LIFETIME: Milliseconds = ONE_DAY;

/** The country of the caller's address; both empty where it is not known. */
export interface CallerLocation {
  /** In English: `Germany`. */
  country_name: string;
  /** ISO 3166-1 alpha-2: `DE`. */
  country_code: string;
}
