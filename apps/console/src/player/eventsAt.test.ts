import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventsAt, withContent } from "./eventsAt.ts";
import { EVENT, type RecordedEvent, SOURCE } from "./recorded.types.ts";

const event = (timestamp: number, type: number, data: Record<string, unknown> = {}): RecordedEvent => ({
  timestamp,
  type,
  data,
});
const meta = (at: number) => event(at, EVENT.meta, { href: "https://a.test/", width: 800, height: 600 });
const picture = (at: number) => event(at, EVENT.fullSnapshot);
const change = (at: number, source: number, id?: number) => event(at, EVENT.incremental, { source, id });
const times = (events: readonly RecordedEvent[]) => events.map(({ timestamp }) => timestamp);

describe("withContent", () => {
  const all = [meta(0), picture(4), change(5, SOURCE.mutation), meta(9000), picture(9030)];

  it("shows a page that just started with its snapshot and slices", () => {
    for (const at of [0, 3, 4, 5]) expect(withContent(all, at)).toBe(5);
    expect(withContent(all, 9000)).toBe(9031);
  });

  it("keeps other times: later ones, and those of a page without a snapshot", () => {
    expect(withContent(all, 6)).toBe(6);
    expect(withContent(all, 8999)).toBe(8999);
    expect(withContent([meta(0), ...all.slice(3)], 2)).toBe(2);
    expect(withContent([], 2)).toBe(2);
  });
});

describe("eventsAt", () => {
  const changes = [meta(0), picture(1), change(2, SOURCE.mutation), change(3, SOURCE.mutation)];
  const later = [meta(10), picture(11), change(12, SOURCE.mutation), change(20, SOURCE.mutation)];

  it("starts with the last full snapshot before the given time, forward and backward", () => {
    const all = [...changes, ...later];
    expect(times(eventsAt(all, 15))).toEqual([10, 11, 12, 20]);
    expect(times(eventsAt(all, 3))).toEqual([0, 1, 2, 3, 10, 11, 12, 20]);
    expect(times(eventsAt(all, 99))).toEqual([10, 11, 12, 20]);
  });

  it("uses a full snapshot without its own size", () => {
    expect(times(eventsAt([...changes, picture(11), change(12, SOURCE.mutation)], 15))).toEqual([0, 11, 12]);
  });

  it("shows the previous page until the next snapshot", () => {
    const [first, , , , size] = eventsAt([...changes, ...later], 11);
    expect(first?.type).toBe(EVENT.meta);
    expect(size).toMatchObject({ type: EVENT.incremental, timestamp: 10, data: { width: 800, height: 600 } });
  });

  it("leaves out replaced events, separately for each element", () => {
    const scrolled = [2, 3, 4, 6].map((at) => change(at, SOURCE.scroll, at === 3 ? 7 : 1));
    expect(times(eventsAt([meta(0), picture(1), ...scrolled], 5))).toEqual([0, 1, 3, 4, 6]);
  });

  it("keeps all changes of the page and all later events", () => {
    const sources = fc.constantFrom(...Object.values(SOURCE));
    const recordings = fc.array(fc.tuple(sources, fc.integer({ min: 1, max: 3 })), { maxLength: 30 });
    fc.assert(
      fc.property(recordings, fc.integer({ min: 0, max: 35 }), (recorded, at) => {
        const events = recorded.map(([source, id], index) => change(index, source, id));
        const played = eventsAt(events, at);
        const isOwed = ({ timestamp, data }: RecordedEvent) =>
          timestamp >= at || data.source === SOURCE.mutation || data.source === SOURCE.styleSheetRule;
        expect(played.filter(isOwed)).toEqual(events.filter(isOwed));
        const scrolls = (list: readonly RecordedEvent[], of: number) =>
          list.findLast(
            ({ data, timestamp }) => data.source === SOURCE.scroll && data.id === of && timestamp < at,
          );
        for (const id of [1, 2, 3]) expect(scrolls(played, id)).toBe(scrolls(events, id));
      }),
    );
  });
});
