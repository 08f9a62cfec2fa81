import type { SegmentEvent } from "@marquee/contract";
import { reportInternalError } from "../browser/monitor.ts";
import { startBySettings } from "../interactions/startBySettings.ts";
import type { InteractionsOptions, PageFeature } from "../interactions/trackPage.ts";
import { syncSessions } from "../rum/syncSessions.ts";
import { createLoader } from "../transport/createLoader.ts";

/**
 * RUM of sampled sessions on a page of another host, with the site's recording settings. Start only with consent.
 * @param visitor a current event, for its IDs and session.
 */
export function startPageRum(options: InteractionsOptions, visitor: SegmentEvent): PageFeature {
  const { endpoint = "", writeKey } = options;
  const { anonymousId = "", context } = visitor;
  return startBySettings(options, (settings) => ({
    ...syncSessions({
      settings,
      endpoint,
      writeKey,
      deviceId: anonymousId,
      sessionId: Number(context?.sessionId),
      loader: createLoader(() => import("../rum/startRum.ts"), reportInternalError),
    }),
    pageShown: () => undefined,
  }));
}
