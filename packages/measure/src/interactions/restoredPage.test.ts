import { afterEach, expect, it, vi } from "vitest";
import { countRestores } from "./restoredPage.ts";

afterEach(() => vi.unstubAllGlobals());

function open() {
  vi.stubGlobal("window", new EventTarget());
  const calls: string[] = [];
  const page = { isAllowed: true };
  const stop = countRestores({
    analytics: {
      page: () => void calls.push("page"),
      identify: (userId) => void calls.push(`identify ${userId}`),
    },
    isAllowed: () => page.isAllowed,
  });
  const show = (persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  return { calls, page, stop, show };
}

it("counts a page that is restored, not one that loads", () => {
  const { calls, show } = open();
  show(false);
  expect(calls).toEqual([]);
  show(true);
  expect(calls).toEqual(["page", "identify null"]);
});

it("counts nothing without consent, and after stop", () => {
  const { calls, page, stop, show } = open();
  page.isAllowed = false;
  show(true);
  page.isAllowed = true;
  stop();
  show(true);
  expect(calls).toEqual([]);
});
