import type { eventWithTime } from "@rrweb/types";
import {
  CUSTOM,
  DRAG,
  INCREMENTAL_SNAPSHOT,
  MOUSE_INTERACTION,
  MOUSE_MOVE,
  TOUCH_MOVE,
} from "../rrwebConstants.ts";

/** Events on their way, of which those of the picture can be held back. */
export interface Holding {
  add(event: eventWithTime): void;
  /** From now on what describes the page, or a change of it, is held back. */
  hold(): void;
  /** Lets all of it go, as if it had happened now. */
  release(): void;
}

/** Pointer events, which do not change the page. */
const POINTER = new Set<number>([MOUSE_MOVE, MOUSE_INTERACTION, TOUCH_MOVE, DRAG]);

/**
 * A full snapshot comes in slices. To keep viewers from seeing a page fill up, the previous page stays until
 * the last slice is there.
 */
export function createSnapshotBuffer(add: (event: eventWithTime) => void, now: () => number): Holding {
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
