import type { Role } from "@marquee/contract/schema";

export const ROLE_NAMES: Record<Role, string> = { owner: "Owner", editor: "Editor", viewer: "Viewer" };

const TEXTS: Record<Role, string> = {
  owner: "Owners can change the site and manage people.",
  editor: "Editors can change flags, the banner and experiments.",
  viewer: "Viewers can see everything but can't make changes.",
};

/** What a role can do, as a sentence. */
export function roleText(role: Role): string {
  return TEXTS[role];
}

/** Options for a select, from the role with the most permissions to the one with the fewest. */
export const ROLE_CHOICES: readonly (readonly [Role, string])[] = [
  ["owner", ROLE_NAMES.owner],
  ["editor", ROLE_NAMES.editor],
  ["viewer", ROLE_NAMES.viewer],
];

/** The role selected, or viewer if the value is unknown. */
export function readRole(value: string): Role {
  return ROLE_CHOICES.find(([role]) => role === value)?.[0] ?? "viewer";
}
