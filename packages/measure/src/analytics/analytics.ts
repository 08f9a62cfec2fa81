import type { EventName, EventProperties, SegmentEvent } from "@marquee/contract";
import { describeBrowser } from "../browser/describeBrowser.ts";
import type { Identity, User } from "../visitor/identity.ts";
import { type Call, describePage, type PageSource } from "./envelope.ts";

type Bag = Record<string, unknown>;

/** Tracks an event of the catalog (`EVENT_CATALOG` in the contract). */
export type TrackEvent = <Name extends EventName>(event: Name, properties: EventProperties[Name]) => void;

/** Segment's calls. Each is dropped where the visitor has not agreed to C0002 (specification, section 4). */
export interface Analytics {
  page(properties?: Bag): void;
  /** Takes any name, as Segment's clients and other people's code send it; our own code uses {@link TrackEvent}. */
  track(event: string, properties?: Bag): void;
  /** Identifies the visitor. Traits can be given alone; `traits.email` becomes the user's email address. */
  identify(userId: string | number | null, traits?: Bag): void;
  group(groupId: string | number, traits?: Bag): void;
  /** Gives the same person another id: joins what was known under `previousId` (the visitor's own id by default) to `userId`. */
  alias(userId: string | number, previousId?: string): void;
  screen(name: string, properties?: Bag): void;
}

interface AnalyticsOptions {
  isAllowed: () => boolean;
  identity: Identity;
  user: User;
  source: () => PageSource;
  wrap: (call: Call) => SegmentEvent;
  add: (event: SegmentEvent) => void;
}

export function createAnalytics(options: AnalyticsOptions): Analytics {
  const { isAllowed, identity, user, source, wrap, add } = options;
  const send = (build: () => Call) => {
    if (isAllowed()) add(wrap(build()));
  };
  const become = (userId: string) => {
    // Another user on the same browser is another visitor.
    if ((user.id() ?? userId) !== userId) {
      user.forget();
      identity.forget();
    }
    user.setId(userId);
  };
  return {
    page: (properties) =>
      send(() => {
        const { userAgent } = source().navigator;
        return {
          type: "page",
          properties: { ...describePage(source()), ...describeBrowser(userAgent), ...properties },
        };
      }),
    track(event, properties = {}) {
      if (!event) throw new Error("track requires an event name.");
      send(() => ({ type: "track", event, properties }));
    },
    identify: (userId, traits = {}) =>
      send(() => {
        if (userId !== null) become(String(userId));
        if (typeof traits.email === "string" && traits.email) user.setEmail(traits.email);
        const { url, path } = describePage(source());
        return { type: "identify", traits, properties: { url, path } };
      }),
    group: (groupId, traits = {}) =>
      send(() => {
        user.setGroupId(String(groupId));
        return { type: "group", traits };
      }),
    alias: (userId, previousId) =>
      send(() => {
        const before = previousId ?? user.id() ?? identity.anonymousId();
        user.setId(String(userId));
        return { type: "alias", previousId: before };
      }),
    screen: (name, properties = {}) => send(() => ({ type: "screen", name, properties })),
  };
}
