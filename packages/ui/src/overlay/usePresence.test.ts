import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextPresence, type Presence, type PresenceEvent } from "./usePresence.ts";

const EVENTS = ["MOUNT", "UNMOUNT", "ANIMATION_OUT", "ANIMATION_END"] as const;
const run = (events: readonly PresenceEvent[], from: Presence = "unmounted") =>
  events.reduce(nextPresence, from);

describe("presence", () => {
  test("unmounts after the exit animation", () => {
    expect(run(["MOUNT"])).toBe("mounted");
    expect(run(["MOUNT", "ANIMATION_OUT"])).toBe("unmountSuspended");
    expect(run(["MOUNT", "ANIMATION_OUT", "ANIMATION_END"])).toBe("unmounted");
  });

  test("unmounts immediately without an animation", () => {
    expect(run(["MOUNT", "UNMOUNT"])).toBe("unmounted");
    expect(run(["MOUNT", "ANIMATION_OUT", "UNMOUNT"])).toBe("unmounted");
  });

  test("mounts again during the exit animation and ignores the end of that animation", () => {
    expect(run(["MOUNT", "ANIMATION_OUT", "MOUNT"])).toBe("mounted");
    expect(run(["MOUNT", "ANIMATION_OUT", "MOUNT", "ANIMATION_END"])).toBe("mounted");
  });

  test("stays unmounted until MOUNT", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS.slice(1))), (events) => {
        expect(run(events)).toBe("unmounted");
      }),
    );
  });

  test("is mounted after MOUNT and unmounted after UNMOUNT, regardless of earlier events", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS)), (events) => {
        expect(run([...events, "MOUNT"])).toBe("mounted");
        expect(run([...events, "UNMOUNT"])).toBe("unmounted");
      }),
    );
  });
});
