import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startSectionViews } from "./sectionViews.ts";

const WINDOW_HEIGHT = 800;

/** A minimal browser for section views; `show` makes `visible` pixels of a section of `height` visible. */
function open() {
  const page = Object.assign(new EventTarget(), {
    visibilityState: "visible",
    querySelectorAll: () => [section],
  });
  const section = { getAttribute: (name: string) => (name === "data-section-id" ? "plans" : null) };
  const observed = { thresholds: [] as number[], ratio: -1, tell: (_entries: unknown[]) => {} };
  class Observer {
    constructor(tell: (entries: unknown[]) => void, { threshold }: { threshold: number[] }) {
      Object.assign(observed, { tell, thresholds: threshold });
    }
    observe() {}
    unobserve() {
      observed.tell = () => {};
    }
    disconnect() {}
  }
  vi.stubGlobal("document", page);
  vi.stubGlobal("IntersectionObserver", Observer);
  const seen: unknown[] = [];
  const views = startSectionViews({
    track: (_event, properties) => seen.push(properties),
    isAllowed: () => true,
  });
  views.follow();
  /** Like a browser, reports only if a threshold is between this ratio and the previous one. */
  const show = (visible: number, height: number) => {
    const ratio = visible / height;
    const place = (of: number) => observed.thresholds.filter((threshold) => threshold <= of).length;
    if (place(ratio) === place(observed.ratio)) return;
    observed.ratio = ratio;
    observed.tell([
      {
        target: section,
        intersectionRatio: ratio,
        intersectionRect: { height: visible },
        rootBounds: { height: WINDOW_HEIGHT },
      },
    ]);
  };
  const turn = (visibilityState: "visible" | "hidden") => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  return { seen, show, turn, views };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("startSectionViews", () => {
  it("tracks a section once, after half of it was visible for 2000 ms", () => {
    const { seen, show } = open();
    show(199, 400);
    vi.advanceTimersByTime(5000);
    show(200, 400);
    vi.advanceTimersByTime(1999);
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(1);
    vi.advanceTimersByTime(10_000);
    expect(seen).toEqual([{ sectionId: "plans", sectionIndex: 0 }]);
  });

  it("counts only the time in which the tab is visible", () => {
    const { seen, show, turn } = open();
    show(400, 400);
    vi.advanceTimersByTime(1500);
    turn("hidden");
    vi.advanceTimersByTime(60_000);
    expect(seen).toEqual([]);
    turn("visible");
    vi.advanceTimersByTime(499);
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(seen).toHaveLength(1);
  });

  it("starts counting when the tab is shown, for a section that came into view while hidden", () => {
    const { seen, show, turn } = open();
    turn("hidden");
    show(400, 400);
    vi.advanceTimersByTime(5000);
    turn("visible");
    vi.advanceTimersByTime(1999);
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(seen).toHaveLength(1);
  });

  it.each([1000, 3000, 8000, 20_000])(
    "treats a section of %i px as visible once it fills half the window",
    (height) => {
      const { seen, show } = open();
      for (let visible = 0; visible <= WINDOW_HEIGHT * 0.4; visible += 10) show(visible, height);
      vi.advanceTimersByTime(5000);
      expect(seen).toEqual([]);
      for (let visible = WINDOW_HEIGHT * 0.4; visible <= WINDOW_HEIGHT * 0.8; visible += 10)
        show(visible, height);
      vi.advanceTimersByTime(2000);
      expect(seen).toHaveLength(1);
    },
  );

  it("does not track a section that left the view, or any after stop", () => {
    const { seen, show, views, turn } = open();
    show(400, 400);
    vi.advanceTimersByTime(1500);
    show(0, 400);
    show(400, 400);
    vi.advanceTimersByTime(1500);
    views.stop();
    turn("hidden");
    turn("visible");
    vi.advanceTimersByTime(5000);
    expect(seen).toEqual([]);
  });
});
