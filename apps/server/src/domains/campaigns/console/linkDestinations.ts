import type { ListSitePages } from "../../publishing/sitePages.ts";
import type { CurrentSite } from "../../site/startSite.ts";
import type { Destinations } from "../campaignLinkStore.ts";

interface LinkDestinationsOptions {
  site: Pick<CurrentSite, "current">;
  /** Origin of the site. */
  publicUrl: string;
  listSitePages: ListSitePages;
}

/** The current destinations that campaign links may have. */
export const linkDestinations =
  ({ site, publicUrl, listSitePages }: LinkDestinationsOptions) =>
  async (): Promise<Destinations> => ({
    origin: new URL(publicUrl).origin,
    paths: (await listSitePages()).map(({ path }) => path),
    hosts: site.current().hosts,
  });
