/**
 * The address as a browser reads it, or null when it is none. (`URL.canParse` is younger than the browsers we build for.)
 * @param base the absolute address that a relative one is relative to.
 */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

/** Decodes a cookie value or URL part; the empty string if it is missing or malformed. */
export function decodeValue(value: string | null): string {
  try {
    return decodeURIComponent(value ?? "");
  } catch {
    return "";
  }
}

/** Query parameter that names where to go on after the visit. An address that carries it again is refused: it would redirect again. */
export const APP_REDIRECT_PARAMETER = "app-redirect";
