import type { ReplaySegment } from "@marquee/contract/schema";
import { expect, it } from "vitest";
import { loadSegments } from "./loadSegments.ts";

const SEGMENTS: ReplaySegment[] = Array.from({ length: 5 }, (_, index) => ({
  id: `s${index}`,
  recordingId: "r",
  bytes: 1,
  hasFullSnapshot: index === 0,
  start: index,
  end: index + 1,
}));
const JSON_OF = (id: string) => new TextEncoder().encode(id).buffer;

/** A server that has not what `lost` names, and refuses several at once of which one is `broken`. */
async function load({ lost = "", broken = "" } = {}) {
  const asked: string[] = [];
  const loaded: string[] = [];
  const missing: string[] = [];
  await new Promise<void>((resolve) => {
    const settle = (list: string[]) => (segment: ReplaySegment) => {
      list.push(segment.id);
      if (loaded.length + missing.length === SEGMENTS.length) resolve();
    };
    loadSegments({
      next: (isWanted) => SEGMENTS.filter(isWanted).slice(0, 2),
      fetchSegments: async (ids) => {
        asked.push(ids.join("+"));
        if (ids.includes(broken)) throw new Error("503");
        return ids.map((id) => (id === lost ? null : JSON_OF(id)));
      },
      onLoaded: settle(loaded),
      onMissing: settle(missing),
    });
  });
  return { asked, loaded, missing };
}

it("loads every segment once, several at a time", async () => {
  expect(await load()).toEqual({
    asked: ["s0+s1", "s2+s3", "s4"],
    loaded: ["s0", "s1", "s2", "s3", "s4"],
    missing: [],
  });
});

it("misses only what is not there, and what cannot be had alone either", async () => {
  expect((await load({ lost: "s1" })).missing).toEqual(["s1"]);
  const { asked, loaded, missing } = await load({ broken: "s2" });
  expect([asked.includes("s3"), loaded.sort(), missing]).toEqual([true, ["s0", "s1", "s3", "s4"], ["s2"]]);
});

it("looks again when it is told to, and not once it was ended", async () => {
  let isOpen = false;
  const asked: string[] = [];
  const loader = loadSegments({
    next: (isWanted) => (isOpen ? SEGMENTS.filter(isWanted).slice(0, 1) : []),
    fetchSegments: async (ids) => {
      asked.push(...ids);
      return new Promise(() => undefined);
    },
    onLoaded: () => undefined,
    onMissing: () => undefined,
  });
  expect(asked).toEqual([]);
  isOpen = true;
  loader.goOn();
  expect(asked).toEqual(["s0", "s1"]);
  loader.stop();
  loader.goOn();
  expect(asked).toEqual(["s0", "s1"]);
});
