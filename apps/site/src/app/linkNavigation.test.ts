import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { prefetchLinks } from "./linkNavigation.ts";

class FakeElement {
  dataset = {};
  target = "";
  origin = "https://trellis.example";
  pathname: string;
  isInDialog: boolean;
  constructor(pathname: string, isInDialog = false) {
    this.pathname = pathname;
    this.isInDialog = isInDialog;
  }
  closest(selector: string) {
    return selector === "a" || this.isInDialog ? this : null;
  }
  hasAttribute() {
    return false;
  }
}

const IN_DIALOG = new FakeElement("/privacy", true);

interface Observer {
  rootMargin: string;
  observed: Set<unknown>;
  show(link: unknown): void;
}
const observers: Observer[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  const links = [
    new FakeElement("/pricing"),
    new FakeElement("/brain"),
    new FakeElement("/no-such-page"),
    IN_DIALOG,
  ];
  vi.stubGlobal("document", Object.assign(new EventTarget(), { links }));
  vi.stubGlobal("location", { origin: "https://trellis.example", pathname: "/" });
  vi.stubGlobal("Element", FakeElement);
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(report: (entries: object[]) => void, { rootMargin }: { rootMargin: string }) {
        const observed = new Set<unknown>();
        const show = (target: unknown) => report([{ isIntersecting: true, target }]);
        observers.push({ rootMargin, observed, show });
        Object.assign(this, {
          observe: (link: unknown) => observed.add(link),
          unobserve: (link: unknown) => observed.delete(link),
          disconnect: () => observed.clear(),
        });
      }
    },
  );
});
afterEach(() => {
  observers.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("prefetches pages of links within 200 pixels of the viewport, two seconds after the page is shown", () => {
  const prefetch = vi.fn(async () => undefined);
  const stop = prefetchLinks({ prefetch } as never);
  const [observer] = observers;
  expect(observer?.rootMargin).toBe("200px");
  expect(observer?.observed.size).toBe(0);
  vi.advanceTimersByTime(2000);
  expect(observer?.observed.size).toBe(3);
  for (const link of [...(observer?.observed ?? [])]) observer?.show(link);
  expect(prefetch.mock.calls).toEqual([["/pricing"], ["/brain"]]);
  stop();
  expect(observer?.observed.size).toBe(0);
});

it("prefetches the page of a link in a dialog only when the visitor means it", () => {
  const prefetch = vi.fn(async () => undefined);
  const stop = prefetchLinks({ prefetch } as never);
  vi.advanceTimersByTime(2000);
  expect(observers[0]?.observed.has(IN_DIALOG)).toBe(false);
  const event = new Event("focusin");
  Object.defineProperty(event, "target", { value: IN_DIALOG });
  document.dispatchEvent(event);
  expect(prefetch.mock.calls).toEqual([["/privacy"]]);
  stop();
});
