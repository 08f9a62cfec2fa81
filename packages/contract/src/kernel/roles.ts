/** Roles from the most to the fewest permissions. */
export const ROLES = ["owner", "editor", "contributor", "viewer"] as const;
/** A viewer reads, a contributor also makes drafts of content, an editor changes and publishes everything, an owner also manages people, keys and connections. */
export type Role = (typeof ROLES)[number];

const OWNERS: readonly Role[] = ["owner"];
const EDITORS: readonly Role[] = ["owner", "editor"];

/** Roles by permission; docs/accounts.md has the same table. */
export const PERMISSIONS = {
  /** Read data without visitors' names, run queries, and change one's own settings. */
  read: ROLES,
  /** Create and change drafts of content. */
  draft: ["owner", "editor", "contributor"],
  /** Publish drafts, and restore published content. */
  publish: EDITORS,
  /** Change everything else, and export. */
  edit: EDITORS,
  /** See data that identifies visitors: leads, people, and everything with their email addresses. */
  seePeople: EDITORS,
  manageTeam: OWNERS,
  manageKeys: OWNERS,
  connect: OWNERS,
  setReplayAccess: OWNERS,
  /** See the server's machines and stores and their state. */
  seeSystem: OWNERS,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

/** Areas that an owner can limit a person to. */
export const AREAS = ["content", "analytics", "privacy", "technical"] as const;
export type Area = (typeof AREAS)[number];

/** Access rights of a person. */
export interface Access {
  role: Role;
  /** The areas that the person is limited to; null for all. Owners have all. */
  areas: readonly Area[] | null;
}

/** Whether a person sees an area. @param area null for what belongs to none. */
export function mayOpen({ role, areas }: Access, area: Area | null): boolean {
  return area === null || areas === null || role === "owner" || areas.includes(area);
}

/** Whether accounts with a role have a permission. */
export function may(role: Role, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly Role[]).includes(role);
}
