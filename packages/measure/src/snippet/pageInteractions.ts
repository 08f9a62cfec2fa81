import { startClicks } from "../interactions/clicks.ts";
import { type Interactions, type InteractionsOptions, trackPage } from "../interactions/trackPage.ts";

/** Tracks the page and its clicks. Sessions are not recorded: replays and heatmaps need pages that the server has archived. */
export function startInteractions(options: InteractionsOptions): Interactions {
  return trackPage(options, () => ({
    see: () => undefined,
    pageShown: () => undefined,
    stop: startClicks(options.analytics.track),
  }));
}

/** Nothing is stored beyond visit and identity. */
export function erase(): void {}
