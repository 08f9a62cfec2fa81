import { may, type ReplayAccess } from "@marquee/contract/schema";
import { eq } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { replayAccess } from "../../platform/storage/records/schema.ts";

const ACCESS_ID = "default";
const NOBODY: ReplayAccess = { mayViewersWatch: false };

type Asking = Pick<FastifyRequest, "account">;

/** Whether viewers can watch replays; false until an owner allows it. Owners and editors always can. */
export async function readReplayAccess(db: Pick<RecordsDatabase, "select">): Promise<ReplayAccess> {
  const [row] = await db.select().from(replayAccess).where(eq(replayAccess.id, ACCESS_ID));
  return { mayViewersWatch: row?.mayViewersWatch ?? false };
}

export async function writeReplayAccess(
  db: Pick<RecordsDatabase, "insert">,
  access: ReplayAccess,
): Promise<void> {
  const row = { id: ACCESS_ID, ...access };
  await db.insert(replayAccess).values(row).onConflictDoUpdate({ target: replayAccess.id, set: access });
}

export function canWatch({ account }: Asking, access: ReplayAccess): boolean {
  return account !== null && (may(account.role, "seePeople") || access.mayViewersWatch);
}

/** Whether the account can watch replays. Owners and editors do not wait for the database query. */
export async function isWatcher(db: Pick<RecordsDatabase, "select">, asking: Asking): Promise<boolean> {
  return canWatch(asking, NOBODY) || canWatch(asking, await readReplayAccess(db));
}

/** @throws {ApiError} forbidden for viewers, unless an owner lets them watch. */
export async function requireWatcher(db: Pick<RecordsDatabase, "select">, asking: Asking): Promise<void> {
  if (await isWatcher(db, asking)) return;
  throw new ApiError(
    "forbidden",
    "Only editors and owners can watch replays. An owner can let viewers watch on the Replays screen.",
  );
}
