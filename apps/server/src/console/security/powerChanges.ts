import type { Timestamp } from "@marquee/contract";
import type { Change, PowerNotice } from "@marquee/contract/schema";
import { and, desc, gte, inArray } from "drizzle-orm";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { changes } from "../../storage/records/schema.ts";

type Entry = Pick<Change, "entity" | "key" | "action" | "actor" | "before" | "after">;

const ENTITIES = ["account", "api-key", "connection"] as const;
const MAX_NOTICES = 200;

/** What owners hear of at once: changes of owners, of API keys, and of the connection that sends their emails. Owners first, then the newest. */
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
    return text === null
      ? []
      : [{ id: row.id, at: row.at.getTime(), text, isOfOwner: row.entity === "account" }];
  });
  // Owners first, so that many changes of keys can't hide one.
  return notices
    .sort((a, b) => Number(b.isOfOwner) - Number(a.isOfOwner))
    .slice(0, MAX_NOTICES)
    .map(({ isOfOwner: _, ...notice }) => notice);
}

/** A sentence; null for changes that give nobody power over the console, and take it from nobody. */
function describePowerChange({ entity, key, action, actor, before, after }: Entry): string | null {
  if (entity === "api-key") return `${actor} ${action} the API key “${key}”.`;
  if (entity === "connection" && key !== "smtp") return null;
  if (entity === "connection")
    return action === "changed" ? `${actor} changed the SMTP connection.` : `${actor} ${action} SMTP.`;
  if (entity !== "account") return null;
  const [was, is] = [roleIn(before) === "owner", roleIn(after) === "owner"];
  if (!was && !is) return null;
  if (action === "changed" && was === is) return null;
  if (action === "changed") return `${actor} ${is ? `made ${key} an owner` : `took ownership from ${key}`}.`;
  if (action === "joined") return `${key} joined as an owner.`;
  if (action === "withdrawn") return `${actor} revoked the invitation of ${key} as an owner.`;
  return action === "invited"
    ? `${actor} invited ${key} as an owner.`
    : `${actor} ${action} the owner ${key}.`;
}

function roleIn(state: Change["before"]): unknown {
  return typeof state === "object" && state !== null && "role" in state ? state.role : null;
}
