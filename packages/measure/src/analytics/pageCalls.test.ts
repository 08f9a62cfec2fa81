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
  it("calls 300 ms after a route change, and not before", () => {
    const { go, sent } = visit();
    go("/");
    vi.advanceTimersByTime(299);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual(["https://trellis.example/ from https://search.example/"]);
  });

  it("counts where a burst of changes ended, and names the page before as the referrer", () => {
    const { go, sent } = visit();
    go("/");
    vi.advanceTimersByTime(300);
    for (const path of ["/pricing", "/lp", "/brain"]) go(path);
    vi.advanceTimersByTime(300);
    expect(sent.slice(1)).toEqual(["https://trellis.example/brain from https://trellis.example/"]);
  });

  it("counts a page whose address changes before the call, and the next page too", () => {
    const { at, go, sent } = visit();
    go("/pricing");
    at.url = "https://trellis.example/brain";
    vi.advanceTimersByTime(300);
    go("/brain");
    vi.advanceTimersByTime(300);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toBe("https://trellis.example/brain from https://trellis.example/pricing");
  });

  it("calls once per path, whatever its query and fragment", () => {
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

  it("says nothing without consent, also when it was withdrawn while a call was due", () => {
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

  it("notes each arrival at once, the first from where the document came, the next from the page before", () => {
    const { go, arrived } = visit();
    for (const path of ["/?utm_source=news", "/?utm_source=news", "/pricing"]) go(path);
    expect(arrived).toEqual([
      "https://trellis.example/?utm_source=news from https://search.example/",
      "https://trellis.example/pricing from https://trellis.example/?utm_source=news",
    ]);
  });

  it("notes nothing without consent, and where the document came from once it is there again", () => {
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

  it("makes the call that is due when the page ends, once, and none where none is", () => {
    const { go, sent, pages } = visit();
    pages.flush();
    go("/");
    pages.flush();
    pages.flush();
    vi.advanceTimersByTime(1000);
    expect(sent).toEqual(["https://trellis.example/ from https://search.example/"]);
  });
});
