import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError, request, requestBytes } from "./request.ts";

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
beforeEach(() => vi.stubGlobal("fetch", fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

function answer(body: unknown, status = 200): void {
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));
}

it("puts parameters into the path and the query string, and omits empty ones", async () => {
  answer({ key: "a/b" });
  await request("GET /experiments/:key/shipping", { params: { key: "a/b" }, query: { variation: "bold" } });
  answer({ leads: [] });
  await request("GET /leads", { query: { from: 0, before: "", to: 1 } });
  expect(fetched.mock.calls.map(([url, { method }]) => [method, url])).toEqual([
    ["GET", "/console/api/experiments/a%2Fb/shipping?variation=bold"],
    ["GET", "/console/api/leads?from=0&to=1"],
  ]);
});

it("repeats a query parameter for each value of a list", async () => {
  answer("");
  await requestBytes("GET /replays/:id/segments", { params: { id: "1-a" }, query: { id: ["x", "y"] } });
  expect(fetched.mock.calls[0]?.[0]).toBe("/console/api/replays/1-a/segments?id=x&id=y");
});

it("sends the body as JSON, or an empty object by default", async () => {
  answer({});
  await request("POST /team/:id/role", { params: { id: "7" }, body: { role: "editor" } });
  answer({ account: null });
  await request("POST /sign-out");
  const sent = fetched.mock.calls.map(([, { headers, body }]) => [headers, body]);
  expect(sent).toEqual([
    [{ "content-type": "application/json" }, '{"role":"editor"}'],
    [{ "content-type": "application/json" }, "{}"],
  ]);
});

it("adds the ID of a request that failed, so that people can quote it", async () => {
  answer({ error: { code: "unavailable", message: "Try again.", requestId: "3f2a" } }, 503);
  await expect(request("GET /flags")).rejects.toEqual(
    new ApiError(503, "Try again. Request ID: 3f2a", "unavailable"),
  );
});

it("rejects with the server's message, or with the status if there is none", async () => {
  answer({ error: { code: "conflict", message: "Somebody else changed this flag." } }, 409);
  await expect(request("GET /flags")).rejects.toEqual(
    new ApiError(409, "Somebody else changed this flag.", "conflict"),
  );
  fetched.mockResolvedValueOnce(new Response("<html>", { status: 502 }));
  await expect(request("GET /flags")).rejects.toMatchObject({
    status: 502,
    message: "The server responded with 502.",
  });
});
