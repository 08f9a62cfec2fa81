import { monitor, reportInternalError } from "../browser/monitor.ts";
import { deleteStoredSegments } from "../replay/segments/deleteStoredSegments.ts";
import { clearRumStorage } from "../rum/syncSessions.ts";
import { rememberDepartment } from "../visitor/department.ts";
import { startSampledFeatures } from "./startSampledFeatures.ts";
import { type Interactions, type InteractionsOptions, trackPage } from "./trackPage.ts";

/** Tracks the page and its department, and records sampled sessions. Start only with consent to C0002. */
export function startInteractions(options: InteractionsOptions): Interactions {
  return trackPage(options, (visitor) => {
    const sampled = startSampledFeatures(options, visitor);
    return {
      ...sampled,
      pageShown() {
        rememberDepartment(options.store, location.pathname);
        sampled.pageShown();
      },
    };
  });
}

/** Deletes the recordings and RUM data that this browser stores, after a withdrawal. */
export function erase({ writeKey }: Pick<InteractionsOptions, "writeKey">): void {
  deleteStoredSegments(writeKey).catch(reportInternalError);
  monitor(clearRumStorage)();
}
