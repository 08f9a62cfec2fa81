import { AREAS, type Area, ROLES, type Role } from "@marquee/contract/schema";

export const ROLE_NAMES: Record<Role, string> = {
  owner: "Owner",
  editor: "Editor",
  contributor: "Contributor",
  viewer: "Viewer",
};

const TEXTS: Record<Role, string> = {
  owner: "Owners can change the site and manage the team.",
  editor: "Editors can change and publish content, flags and experiments.",
  contributor: "Contributors can change and translate content in drafts, which editors publish.",
  viewer: "Viewers can see everything that doesn't identify a visitor, but can't make changes.",
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

export const AREA_TEXTS: Record<Area, { name: string; text: string }> = {
  content: { name: "Content", text: "Pages, images, languages, banner, flags and experiments" },
  analytics: { name: "Analytics", text: "Traffic, goals, boards, events, leads, people and replays" },
  privacy: { name: "Privacy", text: "Consent, privacy requests and what recordings contain" },
  technical: { name: "Technical", text: "Speed, errors, site settings, connections and API keys" },
};

/** Names of areas, as in "Content and Privacy". */
export function areasText(areas: readonly Area[] | null): string {
  if (areas === null) return "all areas";
  const names = AREAS.filter((area) => areas.includes(area)).map((area) => AREA_TEXTS[area].name);
  return new Intl.ListFormat("en").format(names);
}
