import { ROLES, type Role } from "@marquee/contract/schema";

export const ROLE_NAMES: Record<Role, string> = {
  owner: "Owner",
  editor: "Editor",
  contributor: "Contributor",
  viewer: "Viewer",
};

const TEXTS: Record<Role, string> = {
  owner: "Owners can change the site and manage people.",
  editor: "Editors can change and publish content, flags and experiments.",
  contributor: "Contributors can change and translate content in drafts, which editors publish.",
  viewer: "Viewers can see everything that names no visitor, but can't make changes.",
};

/** What a role can do, as a sentence. */
export function roleText(role: Role): string {
  return TEXTS[role];
}

/** Options for a select, from the role with the most permissions to the one with the fewest. */
export const ROLE_CHOICES: readonly (readonly [Role, string])[] = ROLES.map((role) => [
  role,
  ROLE_NAMES[role],
]);

/** The role selected, or viewer if the value is unknown. */
export function readRole(value: string): Role {
  return ROLES.find((role) => role === value) ?? "viewer";
}
