import type { Timestamp } from "@marquee/contract";
import type { Site, SiteChange } from "@marquee/contract/schema";
import type { Logger } from "pino";
import type { Records } from "../storage/records/records.ts";
import { checkSite } from "./checkSite.ts";
import { ensureSite, readSite, writeSite } from "./siteStore.ts";

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

const CHANNEL = "marquee_site";

/** Resolves the Site from the records. The first start creates it, and a later one with another `PUBLIC_URL` adds its host. */
export async function startSite({ records, publicUrl, now, log }: SiteOptions): Promise<CurrentSite> {
  const { db } = records;
  const publicHost = new URL(publicUrl).host;
  await ensureSite(db, publicHost);
  let { site } = await readSite(db);
  let reading: Promise<void> = Promise.resolve();
  /** Reads one at a time, so that an older result cannot overwrite a newer one. */
  const refresh = () => {
    reading = reading
      .catch(() => undefined)
      .then(async () => {
        ({ site } = await readSite(db));
      });
    return reading;
  };
  const stopListening = await records.listen(CHANNEL, () => {
    refresh().catch((error) =>
      log.error({ err: error }, "Failed to read the Site; keeping the previous one."),
    );
  });
  return {
    current: () => site,
    publicHost,
    async save(change, actor, action = "changed") {
      const checked = checkSite(change.site, publicHost);
      const write = { site: checked, revision: change.revision, actor, now: now(), action };
      await db.transaction((tx) => writeSite(tx, write));
      await records.announce(CHANNEL);
      await refresh();
    },
    async stop() {
      await stopListening();
    },
  };
}
