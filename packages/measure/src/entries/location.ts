import { CONSENT_GROUPS } from "@marquee/contract";
import { createLocalStore } from "../browser/localStore.ts";
import type { Consent } from "../domain/consent.ts";
import { createLocate, type Locate } from "../domain/locate.ts";
import { askLocation } from "../transport/askLocation.ts";

/** The visitor's country, for pages that want to know. @param endpoint origin of the server; the page's own by default. */
export function createVisitorLocate(consent: Pick<Consent, "isGranted">, endpoint = ""): Locate {
  return createLocate({
    store: createLocalStore(() => window.localStorage),
    isAllowed: () => consent.isGranted(CONSENT_GROUPS.analytics),
    ask: () => askLocation(endpoint),
    now: Date.now,
  });
}
