import type { IdentityLink } from "../privacy/queries/identityLinks.ts";
import type { Link } from "./linkNames.ts";
import { type HashEmail, isLinkable, nameOfEmail, nameOfUser } from "./names.ts";

/** IDs that browsers generate: Marquee's (see `visitorIdOf`) and random UUIDs, as Segment's and older ones. */
const GENERATED_ID =
  /^(\d{1,10}(-\d{1,10}){3}|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/;

/**
 * The names that events connect; null if they name nobody. An alias from an ID that looks like a browser's does not merge people, because another
 * person may have used that browser.
 */
export function linkOfEvents(row: IdentityLink, hashEmail: HashEmail): Link | null {
  const { userId, anonymousId, email, previousId, lastSeen } = row;
  const isBrowser = previousId === anonymousId || GENERATED_ID.test(previousId);
  const names = [
    nameOfUser(userId, hashEmail),
    nameOfEmail(email, hashEmail),
    isBrowser ? null : nameOfUser(previousId, hashEmail),
  ].filter((name) => name !== null);
  if (names.length === 0) return null;
  const browsers = [anonymousId, ...(isBrowser ? [previousId] : [])].filter(isLinkable);
  return { names, anonymousIds: [...new Set(browsers)], source: "event", seenAt: lastSeen };
}
