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

/** What the visitor does with the pointer; it changes nothing of the picture. */
const POINTER = new Set<number>([MOUSE_MOVE, MOUSE_INTERACTION, TOUCH_MOVE, DRAG]);

/**
 * A whole picture comes in slices. Who watches is not to see a page that fills: until the last one is there, it stays the page that they have.
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
