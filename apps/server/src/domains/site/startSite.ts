import type { Timestamp } from "@marquee/contract";
import type { Site, SiteChange } from "@marquee/contract/schema";
import type { Logger } from "pino";
import { followRecords } from "../../platform/storage/records/followRecords.ts";
import type { Records } from "../../platform/storage/records/records.ts";
import { checkSite } from "./checkSite.ts";
import { ensureSite, firstSite, readSite, siteStore } from "./siteStore.ts";

/** The Site, kept in sync with changes by any instance. */
export interface CurrentSite {
  current(): Site;
  /** Host of `PUBLIC_URL`. */
  publicHost: string;
  /**
   * Checks and writes the Site and notifies every instance.
   * @param actor email address of the account.
   * @throws {ApiError} bad_request for a wrong value, conflict if someone else changed it.
   */
  save(change: SiteChange, actor: string, action?: "changed" | "reverted"): Promise<void>;
  stop(): Promise<void>;
}

interface SiteOptions {
  records: Records;
  /** Origin of the site. */
  publicUrl: string;
  now: () => Timestamp;
  log: Logger;
}

/**
 * Resolves the Site from the records. The first start creates it, and a later one with a different `PUBLIC_URL` adds its host.
 */
export async function startSite({ records, publicUrl, now, log }: SiteOptions): Promise<CurrentSite> {
  const { db } = records;
  const publicHost = new URL(publicUrl).host;
  let isEnsured = false;
  const { current, announce, stop } = await followRecords<Site>({
    records,
    channel: "marquee_site",
    name: "the Site",
    async read() {
      if (!isEnsured) await ensureSite(db, publicHost);
      isEnsured = true;
      return (await readSite(db)).site;
    },
    unknown: firstSite(publicHost),
    log,
  });
  return {
    current,
    publicHost,
    async save({ revision, definition: site }, actor, action) {
      const definition = checkSite(site, publicHost);
      const { site: stored } = await readSite(db);
      await siteStore.change(db, { key: stored.id, revision, definition }, { actor, now: now() }, action);
      await announce();
    },
    stop,
  };
}
