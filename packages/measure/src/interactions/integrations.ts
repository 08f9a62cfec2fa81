import type { SegmentEvent } from "@marquee/contract";
import type { LocalStore } from "../browser/localStore.ts";
import { askLocation, createLocate, type Locate } from "../visitor/locate.ts";
import { GTAG_KEY, LOCATION_KEY } from "../visitor/visitKeys.ts";
import { createGoogleTag, findPageTag } from "./googleTag.ts";
import { createPersonalization, findPageTool, type Personalize } from "./personalization.ts";

export interface Integrations {
  /** Shows it an event before it is sent: it adds the Google tag's ids, and notices who is identified. */
  see(event: SegmentEvent): void;
  /** The visitor's country, from a day's memory or the server. */
  locate: Locate;
}

interface IntegrationsOptions {
  /** Whether the visitor's consent to C0002 still holds. */
  isAllowed: () => boolean;
  store: LocalStore;
  /** Origin of the server; the page's own by default. */
  endpoint?: string;
  personalization?: Personalize;
  gtagId?: string | null;
}

/** Segment's name of the destination that the ids are for. */
const GOOGLE_ANALYTICS = "Google Analytics 4";

/** Starts the other tools that the page uses: Google's tag and a personalization tool. */
export function startIntegrations(
  options: IntegrationsOptions,
  { userId }: Pick<SegmentEvent, "userId">,
): Integrations {
  const { isAllowed, store, endpoint = "", personalization, gtagId } = options;
  const now = Date.now;
  const ask = () => askLocation(endpoint);
  const locate = createLocate({ store, key: LOCATION_KEY, isAllowed, now, ask });
  const findTool = () => personalization ?? findPageTool();
  const personalize = createPersonalization({ findTool, locate, isAllowed });
  const tag = { findTag: findPageTag, store, key: GTAG_KEY, isAllowed, now };
  const readTag = gtagId ? createGoogleTag({ gtagId, ...tag }) : null;
  readTag?.();
  personalize(userId ?? null);
  const see = (event: SegmentEvent) => {
    const ids = readTag?.();
    if (ids) event.integrations = { ...event.integrations, [GOOGLE_ANALYTICS]: ids };
    if (event.type === "identify") personalize(event.userId);
  };
  return { see, locate };
}
