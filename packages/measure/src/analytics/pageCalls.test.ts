import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPageCalls } from "./pageCalls.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function visit() {
  const at = { url: "https://trellis.example/", isAllowed: true };
  const sent: string[] = [];
  const arrived: string[] = [];
  const pages = createPageCalls({
    currentUrl: () => at.url,
    documentReferrer: "https://search.example/",
    isAllowed: () => at.isAllowed,
    arrive: (url, referrer) => arrived.push(`${url} from ${referrer}`),
    send: (referrer) => sent.push(`${at.url} from ${referrer}`),
  });
  const go = (path: string) => {
    at.url = `https://trellis.example${path}`;
    pages.request();
  };
  return { at, sent, arrived, pages, go };
}

describe("createPageCalls", () => {
  it("sends the page call 300 ms after a route change", () => {
    const { go, sent } = visit();
    go("/");
    vi.advanceTimersByTime(299);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual(["https://trellis.example/ from https://search.example/"]);
  });

  it("sends only the last page of a burst, with the previous page as the referrer", () => {
    const { go, sent } = visit();
    go("/");
    vi.advanceTimersByTime(300);
    for (const path of ["/pricing", "/lp", "/brain"]) go(path);
    vi.advanceTimersByTime(300);
    expect(sent.slice(1)).toEqual(["https://trellis.example/brain from https://trellis.example/"]);
  });

  it("counts a page whose URL changes before the call, and then the next page", () => {
    const { at, go, sent } = visit();
    go("/pricing");
    at.url = "https://trellis.example/brain";
    vi.advanceTimersByTime(300);
    go("/brain");
    vi.advanceTimersByTime(300);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toBe("https://trellis.example/brain from https://trellis.example/pricing");
  });

  it("ignores query and fragment: one call per path in a row", () => {
    const { go, sent } = visit();
    for (const path of ["/", "/?a=1", "/#top", "/pricing", "/pricing?b", "/"]) {
      go(path);
      vi.advanceTimersByTime(300);
    }
    expect(sent.map((line) => line.split(" ")[0])).toEqual([
      "https://trellis.example/",
      "https://trellis.example/pricing",
      "https://trellis.example/",
    ]);
  });

  it("sends nothing without consent, or if consent is withdrawn while a call is pending", () => {
    const { at, go, sent, pages } = visit();
    at.isAllowed = false;
    go("/");
    vi.advanceTimersByTime(300);
    at.isAllowed = true;
    go("/pricing");
    pages.reset();
    vi.advanceTimersByTime(1000);
    expect(sent).toEqual([]);
  });

  it("reports each arrival immediately: the first with the document referrer, the next with the previous URL", () => {
    const { go, arrived } = visit();
    for (const path of ["/?utm_source=news", "/?utm_source=news", "/pricing"]) go(path);
    expect(arrived).toEqual([
      "https://trellis.example/?utm_source=news from https://search.example/",
      "https://trellis.example/pricing from https://trellis.example/?utm_source=news",
    ]);
  });

  it("reports no arrivals without consent, and uses the document referrer after consent or a reset", () => {
    const { at, go, arrived, pages } = visit();
    at.isAllowed = false;
    go("/");
    expect(arrived).toEqual([]);
    at.isAllowed = true;
    go("/");
    pages.reset();
    go("/");
    expect(new Set(arrived)).toEqual(new Set(["https://trellis.example/ from https://search.example/"]));
    expect(arrived).toHaveLength(2);
  });

  it("flush sends a pending call once, and nothing if no call is pending", () => {
    const { go, sent, pages } = visit();
    pages.flush();
    go("/");
    pages.flush();
    pages.flush();
    vi.advanceTimersByTime(1000);
    expect(sent).toEqual(["https://trellis.example/ from https://search.example/"]);
  });
});
