import { type Person, ROLES, type Role } from "@marquee/contract/schema";

/** What an owner wants for somebody: another role, or null to take the account away. */
export interface RightsChange {
  person: Person;
  role: Role | null;
}

/** Whether somebody would lose rights by it, and be signed out. */
export function isLess({ person, role }: RightsChange): boolean {
  return role === null || ROLES.indexOf(role) > ROLES.indexOf(person.role);
}
