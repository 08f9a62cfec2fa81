/** From the role that may do the most to the one that may do the least. */
export const ROLES = ["owner", "editor", "contributor", "viewer"] as const;
/** A viewer reads, a contributor also makes drafts of content, an editor changes and publishes everything, an owner also manages people, keys and connections. */
export type Role = (typeof ROLES)[number];

const OWNERS: readonly Role[] = ["owner"];
const EDITORS: readonly Role[] = ["owner", "editor"];

/** Who may do what; docs/accounts.md has the same table. */
export const PERMISSIONS = {
  /** Read data without visitors' names, ask questions, and change one's own settings. */
  read: ROLES,
  /** Make and change drafts of content. */
  draft: ["owner", "editor", "contributor"],
  /** Publish drafts, and restore what was published. */
  publish: EDITORS,
  /** Change everything else, and export. */
  edit: EDITORS,
  /** See what names visitors: leads, people, and whatever carries their email addresses. */
  seePeople: EDITORS,
  manageTeam: OWNERS,
  manageKeys: OWNERS,
  connect: OWNERS,
  setReplayAccess: OWNERS,
  /** See which machines and stores the server runs on, and how they are. */
  seeSystem: OWNERS,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

/** What an owner may narrow a person to. */
export const AREAS = ["content", "analytics", "privacy", "technical"] as const;
export type Area = (typeof AREAS)[number];

/** What a person may see and do. */
export interface Access {
  role: Role;
  /** The areas that an owner narrowed the person to; null for all. Owners have all. */
  areas: readonly Area[] | null;
}

/** Whether a person sees an area. @param area null for what belongs to none. */
export function mayOpen({ role, areas }: Access, area: Area | null): boolean {
  return area === null || areas === null || role === "owner" || areas.includes(area);
}

/** Whether accounts with a role may do something. */
export function may(role: Role, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly Role[]).includes(role);
}
