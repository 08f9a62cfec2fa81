const PREFIX = "map:";

/** Where the archive keeps the source map of a script. It begins with no slash: no address that a browser can ask for leads there. */
export function mapAddress(script: string): string {
  return PREFIX + script;
}

export function isMapAddress(address: string): boolean {
  return address.startsWith(PREFIX);
}

/** The way back from {@link mapAddress}. */
export function scriptOfMap(address: string): string {
  return address.slice(PREFIX.length);
}
