import { monitor, reportInternalError } from "../browser/monitor.ts";
import { deleteStoredSegments } from "../replay/segments/deleteStoredSegments.ts";
import { clearRumStorage } from "../rum/syncSessions.ts";
import { startSampledFeatures } from "./startSampledFeatures.ts";
import { type Interactions, type InteractionsOptions, trackPage } from "./trackPage.ts";

/** Tracks the page, and records sampled sessions. Start only with consent to C0002. */
export function startInteractions(options: InteractionsOptions): Interactions {
  return trackPage(options, (visitor) => startSampledFeatures(options, visitor));
}

/** Deletes the recordings and RUM data that this browser stores, after a withdrawal. */
export function erase({ writeKey }: Pick<InteractionsOptions, "writeKey">): void {
  deleteStoredSegments(writeKey).catch(reportInternalError);
  monitor(clearRumStorage)();
}
