import type { eventWithTime } from "@rrweb/types";
import {
  CUSTOM,
  DRAG,
  INCREMENTAL_SNAPSHOT,
  MOUSE_INTERACTION,
  MOUSE_MOVE,
  TOUCH_MOVE,
} from "../rrwebConstants.ts";

/** A buffer that passes events on and can hold back those of a full snapshot. */
export interface SnapshotBuffer {
  add(event: eventWithTime): void;
  /** Holds back events that describe the page or its changes. Pointer and custom events still pass. */
  hold(): void;
  /** Passes on the held events with the current time, and stops holding. */
  release(): void;
}

/** Pointer events, which do not change the page. */
const POINTER = new Set<number>([MOUSE_MOVE, MOUSE_INTERACTION, TOUCH_MOVE, DRAG]);

/**
 * Buffers a full snapshot, which comes in slices. Viewers see the previous page until the last slice is there,
 * instead of a page that fills up.
 */
export function createSnapshotBuffer(add: (event: eventWithTime) => void, now: () => number): SnapshotBuffer {
  let held: eventWithTime[] | undefined;
  return {
    add(event) {
      if (held && isOfPicture(event)) held.push(event);
      else add(event);
    },
    hold() {
      held ??= [];
    },
    release() {
      const timestamp = now();
      for (const event of held ?? []) add({ ...event, timestamp });
      held = undefined;
    },
  };
}

function isOfPicture(event: eventWithTime): boolean {
  if (event.type === INCREMENTAL_SNAPSHOT) return !POINTER.has(event.data.source);
  return event.type !== CUSTOM;
}
