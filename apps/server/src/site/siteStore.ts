import { isDeepStrictEqual } from "node:util";
import type { Timestamp } from "@marquee/contract";
import type { Site, SiteDefinition, SiteEdit } from "@marquee/contract/schema";
import { and, arrayContains, eq, not, sql } from "drizzle-orm";
import { ApiError } from "../errors/apiError.ts";
import { recordChange } from "../storage/records/changeLog.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { sites } from "../storage/records/schema.ts";

/** Key of the Site in the change history. There is only one. */
const SITE_KEY = "default";

/** The Site as it is stored, with its last editor. */
export interface StoredSite {
  site: Site;
  /** 0 if nothing was ever changed. */
  revision: number;
  /** Null until an account changes it. */
  updatedAt: Timestamp | null;
  updatedBy: string | null;
}

interface SiteWrite {
  /** Without addresses, they stay as they are. */
  site: SiteEdit;
  /** Revision that the editor started from. */
  revision: number;
  /** Email address of the account. */
  actor: string;
  now: Timestamp;
  /** Action in the change history. */
  action: string;
}

/** The Site before anybody has changed it. */
export function firstSite(host: string): Site {
  return { id: host, hosts: [host], timeZone: "UTC", weekStart: 1, excludedAddresses: [] };
}

/**
 * Creates the Site at the first start, and adds `host` to its hosts when `PUBLIC_URL` has changed. The ID stays.
 * @param host host of `PUBLIC_URL`.
 */
export async function ensureSite(
  db: Pick<RecordsDatabase, "insert" | "update">,
  host: string,
): Promise<void> {
  // The table allows one row, so of two instances that start at once, one inserts nothing.
  await db
    .insert(sites)
    .values({ ...firstSite(host), revision: 0 })
    .onConflictDoNothing();
  await db
    .update(sites)
    .set({ hosts: sql`array_append(${sites.hosts}, ${host})`, revision: sql`${sites.revision} + 1` })
    .where(not(arrayContains(sites.hosts, [host])));
}

/** The Site. Call {@link ensureSite} first. */
export async function readSite(db: Pick<RecordsDatabase, "select">): Promise<StoredSite> {
  const [row] = await db.select().from(sites);
  if (!row) throw new Error("The records have no Site. Restart the server.");
  const { revision, updatedAt, updatedBy, ...site } = row;
  return { site, revision, updatedAt: updatedAt?.getTime() ?? null, updatedBy };
}

/**
 * Writes the Site and its change. Call it within a transaction.
 * @throws {ApiError} conflict if someone else changed it.
 */
export async function writeSite(
  tx: Pick<RecordsDatabase, "select" | "insert" | "update">,
  { site, revision, actor, now, action }: SiteWrite,
): Promise<void> {
  const before = await readSite(tx);
  const [written] = await tx
    .update(sites)
    .set({ ...site, revision: revision + 1, updatedAt: new Date(now), updatedBy: actor })
    .where(and(eq(sites.id, before.site.id), eq(sites.revision, revision)))
    .returning();
  if (!written) throw conflict(await readSite(tx));
  const change = { entity: "site", key: SITE_KEY, action, at: now, actor } as const;
  await recordChange(tx, { ...change, ...recordedSites(before.site, written) });
}

/** Both sites as the change history has them: how many addresses are excluded, but not which, because the history is kept, and everybody reads it. */
function recordedSites(before: SiteDefinition, after: SiteDefinition) {
  const textOf = ({ length }: string[]) => (length === 1 ? "1 address" : `${length} addresses`);
  const recordOf = ({ timeZone, weekStart, hosts }: SiteDefinition, excludedAddresses: string) => ({
    ...{ timeZone, weekStart, hosts, excludedAddresses },
  });
  const [was, is] = [textOf(before.excludedAddresses), textOf(after.excludedAddresses)];
  const isOther = was === is && !isDeepStrictEqual(before.excludedAddresses, after.excludedAddresses);
  return { before: recordOf(before, was), after: recordOf(after, isOther ? `${is}, changed` : is) };
}

export function definitionOf({ id: _id, ...site }: Site): SiteDefinition {
  return site;
}

function conflict({ updatedBy, updatedAt }: StoredSite): ApiError {
  const when = updatedAt === null ? "" : ` at ${new Date(updatedAt).toISOString()}`;
  return new ApiError(
    "conflict",
    `${updatedBy ?? "Someone"} changed the site settings${when}. Review their change, then save again.`,
  );
}
