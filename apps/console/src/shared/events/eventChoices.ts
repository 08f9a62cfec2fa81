/** The calls of Segment's specification, as lists are narrowed by them. */
export const TYPES = [
  ["page", "page"],
  ["track", "track"],
  ["identify", "identify"],
  ["group", "group"],
  ["alias", "alias"],
  ["screen", "screen"],
] as const;

export const KINDS = [
  ["people", "People"],
  ["machines", "Bots"],
] as const;
export type Kind = (typeof KINDS)[number][0];

/** @returns the kind that an address names, or undefined for both. */
export function readKind(value: string): Kind | undefined {
  return KINDS.find(([kind]) => kind === value)?.[0];
}
