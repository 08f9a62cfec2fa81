import type { Role } from "@marquee/contract/schema";

export const ROLE_NAMES: Record<Role, string> = { owner: "Owner", editor: "Editor", viewer: "Viewer" };

const TEXTS: Record<Role, string> = {
  owner: "An owner changes the site and manages people.",
  editor: "An editor changes flags, the banner and experiments.",
  viewer: "A viewer reads everything and changes nothing.",
};

/** What a role may do, as a sentence. */
export function roleText(role: Role): string {
  return TEXTS[role];
}

/** From the most rights to the fewest, for a select. */
export const ROLE_CHOICES: readonly (readonly [Role, string])[] = [
  ["owner", ROLE_NAMES.owner],
  ["editor", ROLE_NAMES.editor],
  ["viewer", ROLE_NAMES.viewer],
];

/** @returns the role that a select names. */
export function readRole(value: string): Role {
  return ROLE_CHOICES.find(([role]) => role === value)?.[0] ?? "viewer";
}
