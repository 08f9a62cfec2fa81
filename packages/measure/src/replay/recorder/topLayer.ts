import { TOP_LAYER_ATTRIBUTES } from "@marquee/contract";
import type { eventWithTime } from "@rrweb/types";
import { listen } from "../../browser/listen.ts";
import { monitor } from "../../browser/monitor.ts";
import { INCREMENTAL_SNAPSHOT, MUTATION } from "../rrwebConstants.ts";

interface TopLayerOptions {
  /** rrweb's ID of the node; -1 if it does not record it. */
  idOf: (node: Node) => number;
  emit: (event: eventWithTime) => void;
  now: () => number;
}

export interface TopLayer {
  /** Records the current states after a full snapshot. */
  describe(): void;
  stop(): void;
}

/**
 * Selectors of states without an attribute, by the attribute that represents them in a recording. Browsers without support for a selector have no
 * such state.
 */
const STATES = [
  [TOP_LAYER_ATTRIBUTES.popover, ":is(:popover-open)"],
  [TOP_LAYER_ATTRIBUTES.fullscreen, ":is(:fullscreen)"],
] as const;

/** Records open popovers and fullscreen elements as changes of attributes. rrweb records dialogs. */
export function followTopLayer({ idOf, emit, now }: TopLayerOptions): TopLayer {
  const note = (element: Element, attributes: Record<string, string | null>) => {
    const id = idOf(element);
    if (id === -1) return;
    const data = { source: MUTATION, attributes: [{ id, attributes }], texts: [], removes: [], adds: [] };
    emit({ type: INCREMENTAL_SNAPSHOT, data, timestamp: now() });
  };
  const follow = (type: string, [name, selector]: (typeof STATES)[number]) =>
    // Capturing, because "toggle" does not bubble. Elements other than popovers also fire it.
    listen(
      document,
      type,
      monitor(({ target }: Event) => {
        if (!(target instanceof Element) || (type === "toggle" && !target.hasAttribute("popover"))) return;
        note(target, { [name]: target.matches(selector) ? "" : null });
      }),
      true,
    );
  const stops = [follow("toggle", STATES[0]), follow("fullscreenchange", STATES[1])];
  return {
    describe() {
      for (const [name, selector] of STATES)
        for (const element of document.querySelectorAll(selector)) note(element, { [name]: "" });
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}
