import { afterEach, expect, it, vi } from "vitest";
import { readPageVersion } from "./pageVersion.ts";

const ORIGIN = "https://trellis.example";
const answer = (status: number, version?: string) =>
  new Response(null, { status, headers: version ? { "page-version": version } : {} });

/** A document at `/` whose `HEAD` requests get `answers`, one each. */
function open(...answers: (Response | Error)[]) {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => {
    const next = answers.shift() ?? new Error("No answer is left.");
    if (next instanceof Error) throw next;
    return next;
  });
  vi.stubGlobal("fetch", fetch);
  vi.stubGlobal("location", new URL(`${ORIGIN}/`));
  const serverTiming = [{ name: "page", description: "home-1" }];
  vi.stubGlobal("performance", { getEntriesByType: () => [{ name: `${ORIGIN}/`, serverTiming }] });
  return fetch;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it("reads the document's version, and requests that of a later page once", async () => {
  const fetch = open(answer(200, "pricing-1"));
  expect([readPageVersion("/"), readPageVersion("/pricing"), readPageVersion("/pricing")]).toEqual([
    "home-1",
    "",
    "",
  ]);
  await vi.waitFor(() => expect(readPageVersion("/pricing")).toBe("pricing-1"));
  expect(fetch.mock.calls).toEqual([["/pricing", { method: "HEAD", redirect: "error" }]]);
});

it.each([
  ["no response", new TypeError("Failed to fetch")],
  ["status 503", answer(503)],
])("requests it again at the next use after %s", async (name, failed) => {
  const path = `/${name.replace(" ", "-")}`;
  const fetch = open(failed, answer(200, "later-1"));
  expect(readPageVersion(path)).toBe("");
  await vi.waitFor(() => {
    expect(readPageVersion(path)).toBe("later-1");
  });
  expect(fetch).toHaveBeenCalledTimes(2);
});

it("does not repeat the request for a page without a version", async () => {
  const fetch = open(answer(404));
  readPageVersion("/nowhere");
  await vi.waitFor(() => expect(fetch.mock.results[0]?.value).resolves.toBeInstanceOf(Response));
  expect([readPageVersion("/nowhere"), readPageVersion("/nowhere")]).toEqual(["", ""]);
  expect(fetch).toHaveBeenCalledTimes(1);
});
