import { toWellFormed } from "./text.ts";

/**
 * Parses a URL as a browser does; null if it is invalid. (`URL.canParse` is newer than the oldest supported browsers.)
 * @param base absolute URL that a relative `address` is resolved against.
 */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

/** Encodes a cookie value or URL part. Never throws: half of a character becomes U+FFFD. */
export function encodeValue(value: string): string {
  return encodeURIComponent(toWellFormed(value));
}

/** Decodes a cookie value or URL part; the empty string if it is missing or malformed. */
export function decodeValue(value: string | null): string {
  try {
    return decodeURIComponent(value ?? "");
  } catch {
    return "";
  }
}

/**
 * Query parameter with the URL to continue to after the visit. A URL that contains the parameter again is rejected,
 * because it would redirect again.
 */
export const APP_REDIRECT_PARAMETER = "app-redirect";
