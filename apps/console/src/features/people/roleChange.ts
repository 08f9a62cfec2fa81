import type { Person, Role } from "@marquee/contract/schema";
import { ROLE_CHOICES } from "../../shared/account/roles.ts";

/** What an owner wants for somebody: another role, or null to take the account away. */
export interface RoleChange {
  person: Person;
  role: Role | null;
}

/** Whether somebody would lose rights by it, and be signed out. */
export function isLess({ person, role }: RoleChange): boolean {
  const rank = (of: Role) => ROLE_CHOICES.findIndex(([each]) => each === of);
  return role === null || rank(role) > rank(person.role);
}
