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

/**
 * The European economic area: the 27 members of the Union, Iceland, Liechtenstein and Norway, as ISO 3166-1 codes. Visitors there are
 * privacy-restricted: nothing is measured unless they agree (specification, sections 4 and 9).
 */
export const EEA_COUNTRIES = [
  "AT",
  "BE",
  "BG",
  "CY",
  "CZ",
  "DE",
  "DK",
  "EE",
  "ES",
  "FI",
  "FR",
  "GR",
  "HR",
  "HU",
  "IE",
  "IS",
  "IT",
  "LI",
  "LT",
  "LU",
  "LV",
  "MT",
  "NL",
  "NO",
  "PL",
  "PT",
  "RO",
  "SE",
  "SI",
  "SK",
] as const;

/** The extended list adds the United Kingdom, whose law is alike. */
export const EXTENDED_EEA_COUNTRIES = [...EEA_COUNTRIES, "GB"] as const;

/** @param country an ISO 3166-1 alpha-2 code; empty where it is not known, which counts as restricted. */
export function isPrivacyRestricted(country: string): boolean {
  return country === "" || (EXTENDED_EEA_COUNTRIES as readonly string[]).includes(country.toUpperCase());
}
