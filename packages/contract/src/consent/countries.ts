import { type Milliseconds, ONE_DAY } from "../kernel/time.ts";

/** Route that returns the caller's country (specification, section 7). */
export const LOCATION_PATH = "/location";

/** How long a response is valid (specification, section 9). */
export const LOCATION_LIFETIME: Milliseconds = ONE_DAY;

/** The country of the caller's IP address. Both are empty if it is unknown. */
export interface CallerLocation {
  /** In English: `Germany`. */
  country_name: string;
  /** ISO 3166-1 alpha-2: `DE`. */
  country_code: string;
}

/**
 * The European Economic Area as ISO 3166-1 codes: the 27 EU members, Iceland, Liechtenstein and Norway. Visitors there
 * are privacy-restricted: not measured without consent (specification, sections 4 and 9).
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

/** The EEA and the United Kingdom, whose law is similar. */
export const EXTENDED_EEA_COUNTRIES = [...EEA_COUNTRIES, "GB"] as const;

/**
 * Whether visitors from a country are privacy-restricted.
 * @param country an ISO 3166-1 alpha-2 code; empty if unknown, which counts as restricted.
 */
export function isPrivacyRestricted(country: string): boolean {
  return country === "" || (EXTENDED_EEA_COUNTRIES as readonly string[]).includes(country.toUpperCase());
}
