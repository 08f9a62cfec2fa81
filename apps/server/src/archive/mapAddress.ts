const PREFIX = "map:";

/** The archive's address of a script's source map. It begins without a slash, so no browser can request it. */
export function mapAddress(script: string): string {
  return PREFIX + script;
}

export function isMapAddress(address: string): boolean {
  return address.startsWith(PREFIX);
}

/** The inverse of {@link mapAddress}. */
export function scriptOfMap(address: string): string {
  return address.slice(PREFIX.length);
}
