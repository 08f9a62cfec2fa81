import type { Milliseconds, RecordingSettings, SegmentEvent } from "@marquee/contract";
import { afterLoad } from "../browser/afterLoad.ts";
import { reportInternalError } from "../browser/monitor.ts";
import { readRecordingSettings } from "../sampling/recordingSettings.ts";
import type { PageFeature } from "./trackPage.ts";

interface StartOptions {
  endpoint?: string;
  /** Whether consent to C0002 still holds. */
  isAllowed: () => boolean;
}

/** Wait after the load event, so that the page has priority. */
const DELAY: Milliseconds = 500;
/** Maximum events held until the recording settings arrive. */
const MAX_HELD = 50;

/**
 * Fetches the recording settings after the page has loaded, then starts a feature and passes it the events held meanwhile. Without
 * settings, it does not start.
 */
export function startBySettings(
  { endpoint = "", isAllowed }: StartOptions,
  startFeature: (settings: RecordingSettings) => PageFeature,
): PageFeature {
  const held: SegmentEvent[] = [];
  let running: PageFeature | undefined;
  let isOver = false;

  const start = async () => {
    const settings = await readRecordingSettings(endpoint);
    if (!settings || isOver || !isAllowed()) return;
    running = startFeature(settings);
    for (const event of held.splice(0)) running.see(event);
  };
  const cancel = afterLoad(() => start().catch(reportInternalError), DELAY);
  return {
    see(event) {
      if (running) running.see(event);
      else if (held.length < MAX_HELD) held.push(event);
    },
    pageShown: () => running?.pageShown(),
    stop() {
      isOver = true;
      cancel();
      running?.stop();
    },
  };
}
