/** "first 3 Jun, 14:00 in release 1a2b3c4"; without the place where none was known then. */
export function seenText(which: "first" | "last", instant: string, place: string): string {
  return `${which} ${instant}${place && ` in ${place}`}`;
}
