import { type Interactions, type InteractionsOptions, trackPage } from "../interactions/trackPage.ts";

/** Tracks the page. Sessions are not recorded: replays and heatmaps need pages that the server has archived. */
export function startInteractions(options: InteractionsOptions): Interactions {
  return trackPage(options, () => null);
}

/** Nothing is stored beyond visit and identity. */
export function erase(): void {}
