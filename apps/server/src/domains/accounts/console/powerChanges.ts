import type { Timestamp } from "@marquee/contract";
import {
  type Access,
  AREAS,
  type Change,
  may,
  mayOpen,
  type PowerNotice,
  ROLES,
  type Role,
} from "@marquee/contract/schema";
import { and, desc, eq, gte, inArray } from "drizzle-orm";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { changes } from "../../../platform/storage/records/tables.ts";

type Entry = Pick<Change, "entity" | "key" | "action" | "actor" | "before" | "after">;

const ENTITIES = ["account", "api-key", "connection"] as const;
const MAX_NOTICES = 200;

/** Changes that account holders are notified about, by action in the change history. */
const SIGN_IN_CHANGES: Readonly<Record<string, string>> = {
  "password changed": "Your account's password was changed.",
  "authenticator app added": "An authenticator app was added to your account.",
  "authenticator app removed": "Your account's authenticator app was removed.",
  "passkey added": "A passkey was added to your account.",
  "passkey removed": "A passkey was removed from your account.",
  "recovery codes replaced": "Your account's recovery codes were replaced.",
  "two-factor reset": "Your account's two-factor authentication was reset.",
};

/**
 * Changes that owners are notified about immediately: gained or lost ownership, new permissions to change things or see people, resets of two-factor
 * authentication, API keys, and the connection that sends email. Owners first, then other accounts; newest first within each.
 */
export async function readPowerChanges(
  db: Pick<RecordsDatabase, "select">,
  since: Timestamp,
): Promise<PowerNotice[]> {
  const rows = await db
    .select()
    .from(changes)
    .where(and(inArray(changes.entity, [...ENTITIES]), gte(changes.at, new Date(since))))
    .orderBy(desc(changes.id));
  const notices = rows.flatMap((row) => {
    const text = describePowerChange(row);
    return text === null ? [] : [{ id: row.id, at: row.at.getTime(), text, rank: rankOf(row) }];
  });
  // Ranked, so that many changes of keys can't hide one of an owner.
  return notices
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_NOTICES)
    .map(({ rank: _, ...notice }) => notice);
}

/** A change to how an account holder signs in. */
export interface SignInNotice {
  id: number;
  /** Email address of the account. */
  email: string;
  text: string;
}

/** Changes that account holders are notified about, oldest first. */
export async function readSignInChanges(
  db: Pick<RecordsDatabase, "select">,
  since: Timestamp,
): Promise<SignInNotice[]> {
  const isSignIn = and(eq(changes.entity, "account"), inArray(changes.action, Object.keys(SIGN_IN_CHANGES)));
  const rows = await db
    .select({ id: changes.id, email: changes.key, action: changes.action })
    .from(changes)
    .where(and(isSignIn, gte(changes.at, new Date(since))))
    .orderBy(changes.id);
  return rows.map(({ id, email, action }) => ({ id, email, text: SIGN_IN_CHANGES[action] ?? "" }));
}

/** Owners, other accounts, everything else. */
function rankOf({ entity, before, after }: Entry): number {
  if (entity !== "account") return 2;
  return [before, after].some((state) => accessIn(state)?.role === "owner") ? 0 : 1;
}

/** The change as a sentence; null if it neither grants permissions nor removes an owner. */
function describePowerChange(change: Entry): string | null {
  const { entity, key, action, actor } = change;
  if (entity === "api-key") return `${actor} ${action} the API key “${key}”.`;
  if (entity === "connection" && key !== "smtp") return null;
  if (entity === "connection")
    return action === "changed" ? `${actor} changed the SMTP connection.` : `${actor} ${action} SMTP.`;
  return entity === "account" ? describeAccountChange(change) : null;
}

function describeAccountChange({ key, action, actor, before, after }: Entry): string | null {
  if (action === "two-factor reset") return `${actor} reset ${key}'s two-factor authentication.`;
  const [was, is] = [accessIn(before), accessIn(after)];
  if (was?.role === "owner") return describeLoss({ key, action, actor }, is);
  if (!is || !hasPower(is.role)) return null;
  // Both of these roles start with a vowel.
  const role = `an ${is.role}`;
  if (action === "invited") return `${actor} invited ${key} as ${role}.`;
  if (action === "joined") return `${key} joined as ${role}.`;
  if (action !== "changed" || !was) return `${actor} ${action} ${key} as ${role}.`;
  if (was.role !== is.role) return `${actor} made ${key} ${role}.`;
  const isWidened = AREAS.some((area) => mayOpen(is, area) && !mayOpen(was, area));
  return isWidened ? `${actor} gave ${key}, ${role}, access to more areas.` : null;
}

/** The sentence about someone who was an owner, or was invited as one. */
function describeLoss({ key, action, actor }: Pick<Entry, "key" | "action" | "actor">, is: Access | null) {
  if (action === "withdrawn") return `${actor} revoked the owner invitation for ${key}.`;
  if (!is) return `${actor} ${action} the owner ${key}.`;
  return is.role === "owner" ? null : `${actor} took ownership from ${key}.`;
}

/** Whether a role can change more than drafts, or see people. */
function hasPower(role: Role): boolean {
  return may(role, "edit") || may(role, "seePeople");
}

function accessIn(state: Change["before"]): Access | null {
  if (typeof state !== "object" || state === null || !("role" in state)) return null;
  const role = ROLES.find((each) => each === state.role);
  const areas = "areas" in state && Array.isArray(state.areas) ? state.areas : null;
  return role ? { role, areas: areas && AREAS.filter((area) => areas.includes(area)) } : null;
}
