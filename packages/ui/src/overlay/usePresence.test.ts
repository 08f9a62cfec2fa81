import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextPresence, type Presence, type PresenceEvent } from "./usePresence.ts";

const EVENTS = ["MOUNT", "UNMOUNT", "ANIMATION_OUT", "ANIMATION_END"] as const;
const run = (events: readonly PresenceEvent[], from: Presence = "unmounted") =>
  events.reduce(nextPresence, from);

describe("presence", () => {
  test("leaves after its exit animation", () => {
    expect(run(["MOUNT"])).toBe("mounted");
    expect(run(["MOUNT", "ANIMATION_OUT"])).toBe("unmountSuspended");
    expect(run(["MOUNT", "ANIMATION_OUT", "ANIMATION_END"])).toBe("unmounted");
  });

  test("leaves at once where nothing is animated", () => {
    expect(run(["MOUNT", "UNMOUNT"])).toBe("unmounted");
    expect(run(["MOUNT", "ANIMATION_OUT", "UNMOUNT"])).toBe("unmounted");
  });

  test("comes back when it is wanted again before it was gone, and an old animation's end does not take it away", () => {
    expect(run(["MOUNT", "ANIMATION_OUT", "MOUNT"])).toBe("mounted");
    expect(run(["MOUNT", "ANIMATION_OUT", "MOUNT", "ANIMATION_END"])).toBe("mounted");
  });

  test("what is not there cannot leave", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS.slice(1))), (events) => {
        expect(run(events)).toBe("unmounted");
      }),
    );
  });

  test("is there after MOUNT and gone after UNMOUNT, whatever happened before", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS)), (events) => {
        expect(run([...events, "MOUNT"])).toBe("mounted");
        expect(run([...events, "UNMOUNT"])).toBe("unmounted");
      }),
    );
  });
});
