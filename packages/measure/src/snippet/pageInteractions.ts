import type { SegmentEvent } from "@marquee/contract";
import { monitor } from "../browser/monitor.ts";
import { startClicks } from "../interactions/clicks.ts";
import {
  type Interactions,
  type InteractionsOptions,
  type PageFeature,
  trackPage,
} from "../interactions/trackPage.ts";
import { followRumOptions, rumOptionsOfCalls } from "../rum/pageOptions.ts";
import { clearRumStorage } from "../rum/syncSessions.ts";
import { createLazy } from "../transport/createLazy.ts";

/** Tracks the page and its clicks. Sessions are not recorded: replays and heatmaps need pages that the server has archived. */
export function startInteractions(options: InteractionsOptions): Interactions {
  return trackPage(options, (visitor) => {
    const stopClicks = startClicks(options.analytics.track);
    const rum = startRequestedRum(options, visitor);
    return {
      ...rum,
      stop() {
        stopClicks();
        rum.stop();
      },
    };
  });
}

/** Deletes what RUM stores. Nothing else is stored beyond visit and identity. */
export function erase(): void {
  monitor(clearRumStorage)();
}

/** RUM of sampled sessions, on pages whose code sets its options. Loads nothing on others. */
function startRequestedRum(options: InteractionsOptions, visitor: SegmentEvent): PageFeature {
  let latest = visitor;
  const rum = createLazy(
    () => import("./pageRum.ts"),
    ({ startPageRum }) => startPageRum(options, latest),
  );
  const load = () => rum.use(() => undefined);
  const stopFollowing = followRumOptions(load);
  if (rumOptionsOfCalls()) load();
  return {
    see(event) {
      latest = event;
      rum.ifUsed((rum) => rum.see(event));
    },
    pageShown: () => undefined,
    stop() {
      stopFollowing();
      rum.ifUsed((rum) => rum.stop());
    },
  };
}
