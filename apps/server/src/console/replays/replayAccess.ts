import type { ReplayAccess } from "@marquee/contract/schema";
import { eq } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { ApiError } from "../../errors/apiError.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { replayAccess } from "../../storage/records/schema.ts";

const ID = "default";

/** Who can watch replays besides owners and editors; no one until an owner allows it. */
export async function readReplayAccess(db: Pick<RecordsDatabase, "select">): Promise<ReplayAccess> {
  const [row] = await db.select().from(replayAccess).where(eq(replayAccess.id, ID));
  return { mayViewersWatch: row?.mayViewersWatch ?? false };
}

export async function writeReplayAccess(
  db: Pick<RecordsDatabase, "insert">,
  access: ReplayAccess,
): Promise<void> {
  const row = { id: ID, ...access };
  await db.insert(replayAccess).values(row).onConflictDoUpdate({ target: replayAccess.id, set: access });
}

type Asking = Pick<FastifyRequest, "account">;

export function canWatch({ account }: Asking, access: ReplayAccess): boolean {
  return account !== null && (account.role !== "viewer" || access.mayViewersWatch);
}

const NOBODY: ReplayAccess = { mayViewersWatch: false };

/** @throws {ApiError} forbidden to viewers, unless an owner lets them watch. */
export async function requireWatcher(db: Pick<RecordsDatabase, "select">, asking: Asking): Promise<void> {
  // Who may watch in any case does not wait for the records.
  if (canWatch(asking, NOBODY) || canWatch(asking, await readReplayAccess(db))) return;
  throw new ApiError(
    "forbidden",
    "Only editors and owners can watch replays. An owner can let viewers watch on the Replays screen.",
  );
}
