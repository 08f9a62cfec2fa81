import type { SiteEdit, SiteResponse } from "@marquee/contract/schema";
import { request } from "../../shared/api/request.ts";
import { routeKey } from "../../shared/api/useRoute.ts";
import { type Draft, type Editable, useDraft } from "../../shared/draft/useDraft.ts";

/** Key of the Site in the change history. There is only one. */
export const SITE_KEY = "default";

type KeyedSite = SiteEdit & { key: string };

export interface SiteState extends Editable<KeyedSite>, Pick<SiteResponse, "id" | "publicHost"> {}

export type SiteDraft = Draft<KeyedSite, SiteState>;

const SOURCE = {
  entity: "site",
  keyOf: (key: string) => routeKey("GET /site", key),
  load: () => loadSite(),
  save: async ({ revision, definition }: { revision: number; definition: KeyedSite }) => {
    const { key: _key, ...site } = definition;
    return stateOf(await request("PUT /site", { body: { revision, site } }));
  },
} as const;

export async function loadSite(): Promise<SiteState> {
  return stateOf(await request("GET /site"));
}

function stateOf({ site, ...about }: SiteResponse): SiteState {
  return { ...about, definition: { key: SITE_KEY, ...site } };
}

/** The draft of the site settings. */
export function useSiteDraft(first: SiteState): SiteDraft {
  return useDraft<KeyedSite, SiteState>(SOURCE, first);
}
