import type { Config } from "./config.ts";

/** The site that events belong to, as in the event store. */
export interface SiteIdentity {
  id: string;
  /** Host of events without a URL. */
  host: string;
  /** All hosts of the site; a referrer among them is internal. */
  hosts: readonly string[];
}

/**
 * The site before the record store has one, for events from earlier releases and demo data. `startSite` resolves the Site from the records.
 */
export function siteOf({ publicUrl }: Pick<Config, "publicUrl">): SiteIdentity {
  const { host } = new URL(publicUrl);
  return { id: host, host, hosts: [host] };
}
