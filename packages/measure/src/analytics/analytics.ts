import {
  describeBrowser,
  type EventName,
  type EventProperties,
  type SegmentEvent,
  toWellFormed,
} from "@marquee/contract";
import type { Identity, User } from "../visitor/identity.ts";
import { type Call, describePage, type PageSource } from "./envelope.ts";

type Bag = Record<string, unknown>;

/** Tracks an event of the catalog (`EVENT_CATALOG` in the contract). */
export type TrackEvent = <Name extends EventName>(event: Name, properties: EventProperties[Name]) => void;

/** Segment's calls. Drops every call unless consent group C0002 is granted (specification, section 4). */
export interface Analytics {
  page(properties?: Bag): void;
  /**
   * Tracks an event with any name, for Segment clients and third-party code; our own code uses {@link TrackEvent}.
   * @throws if `event` is empty.
   */
  track(event: string, properties?: Bag): void;
  /** Identifies the visitor. With a null `userId`, only sends traits; `traits.email` becomes the user's email address. */
  identify(userId: string | number | null, traits?: Bag): void;
  group(groupId: string | number, traits?: Bag): void;
  /** Links `previousId` to `userId` for the same person. `previousId` defaults to the current user ID, else the anonymous ID. */
  alias(userId: string | number, previousId?: string): void;
  screen(name: string, properties?: Bag): void;
}

interface AnalyticsOptions {
  isAllowed: () => boolean;
  /** Name of the document, which page calls include. */
  pageName?: string | undefined;
  identity: Identity;
  user: User;
  source: () => PageSource;
  wrap: (call: Call) => SegmentEvent;
  add: (event: SegmentEvent) => void;
  /** The visitor's department, from earlier pages; undefined without one. */
  department: () => string | undefined;
}

export function createAnalytics(options: AnalyticsOptions): Analytics {
  const { isAllowed, pageName, identity, user, source, wrap, add, department } = options;
  const send = (build: () => Call) => {
    if (isAllowed()) add(wrap(build()));
  };
  const become = (id: string) => {
    // In stored form: an ID with half of a character would differ from its stored form.
    const userId = toWellFormed(id);
    // A different user in the same browser counts as a different visitor.
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
          ...(pageName && { name: pageName }),
          properties: {
            ...describePage(source()),
            ...describeBrowser(userAgent),
            department: department(),
            ...properties,
          },
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
