import { isDeepStrictEqual } from "node:util";
import type { Timestamp } from "@marquee/contract";
import type { Site, SiteEdit } from "@marquee/contract/schema";
import { arrayContains, not, sql } from "drizzle-orm";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { versionedRecord } from "../../platform/versioned/versionedRecord.ts";
import { sites } from "./tables.ts";

/** The Site as it is stored, with its last editor. */
interface StoredSite {
  site: Site;
  /** 0 if it was never changed. */
  revision: number;
  /** Null until an account changes it. */
  updatedAt: Timestamp | null;
  updatedBy: string | null;
}

/** The only Site. An edit without addresses leaves them unchanged. */
export const siteStore = versionedRecord({
  entity: "site",
  noun: "the site settings",
  table: sites,
  key: "id",
  historyKey: "default",
  columnsOf: (site: SiteEdit) => site,
  definitionOf: ({ timeZone, weekStart, hosts, excludedAddresses }) => ({
    timeZone,
    weekStart,
    hosts,
    excludedAddresses,
  }),
  stateOf: ({ revision, updatedAt, updatedBy, ...site }): StoredSite => ({
    site,
    revision,
    updatedAt: updatedAt?.getTime() ?? null,
    updatedBy,
  }),
  recorded: recordedSites,
});

/** The Site before any change. */
export function firstSite(host: string): Site {
  return { id: host, hosts: [host], timeZone: "UTC", weekStart: 1, excludedAddresses: [] };
}

/**
 * Creates the Site at the first start, and adds `host` to its hosts when `PUBLIC_URL` has changed. The ID stays
 * the same.
 * @param host host of `PUBLIC_URL`.
 */
export async function ensureSite(
  db: Pick<RecordsDatabase, "insert" | "update">,
  host: string,
): Promise<void> {
  // The table allows one row, so of two instances that start at the same time, one inserts nothing.
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
  const [site] = (await siteStore.list(db)).states;
  if (!site) throw new Error("The records have no Site. Restart the server.");
  return site;
}

/**
 * Both sites for the change history: with the number of excluded addresses but not the addresses, because the history is permanent and everyone can
 * read it.
 */
function recordedSites({ before, after }: { before: SiteEdit | null; after: SiteEdit }) {
  const textOf = ({ excludedAddresses = [] }: SiteEdit) =>
    excludedAddresses.length === 1 ? "1 address" : `${excludedAddresses.length} addresses`;
  const recordOf = ({ timeZone, weekStart, hosts }: SiteEdit, excludedAddresses: string) => ({
    timeZone,
    weekStart,
    hosts,
    excludedAddresses,
  });
  const was = before && textOf(before);
  const is = textOf(after);
  const isOther = was === is && !isDeepStrictEqual(before?.excludedAddresses, after.excludedAddresses);
  return {
    before: before && recordOf(before, textOf(before)),
    after: recordOf(after, isOther ? `${is}, changed` : is),
  };
}
