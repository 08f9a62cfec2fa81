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
