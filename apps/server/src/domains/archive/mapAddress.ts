const PREFIX = "map:";

/** The archive address of a script's source map. It does not start with a slash, so no URL that a browser can request matches it. */
export function mapAddress(script: string): string {
  return PREFIX + script;
}

export function isMapAddress(address: string): boolean {
  return address.startsWith(PREFIX);
}

/** Inverse of {@link mapAddress}. */
export function scriptOfMap(address: string): string {
  return address.slice(PREFIX.length);
}
