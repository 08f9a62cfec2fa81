import { DEFAULT_RECORDING_SETTINGS, type FlagDefinition } from "@marquee/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { draftsOf } from "./useDraft.ts";

const requests: unknown[] = [];
beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    requests.push([method, url, method === "GET" ? null : JSON.parse(String(body))]);
    return Response.json({});
  });
});
afterEach(() => vi.unstubAllGlobals());

it("reads and saves an item by its key, and updates the screen's query", async () => {
  const definition = { key: "new hero" } as FlagDefinition;
  const flags = draftsOf("flag");
  await flags.load(definition);
  await flags.save({ revision: 3, definition });
  expect(requests).toEqual([
    ["GET", "/console/api/flags/new%20hero", null],
    ["PUT", "/console/api/flags/new%20hero", { revision: 3, definition }],
  ]);
  expect(flags.queryKeyOf(definition)).toEqual(["GET /flags/:key", { params: { key: "new hero" } }]);
  expect(flags.keyOf(definition)).toBe("new hero");
});

it("reads and saves settings that exist once", async () => {
  const definition = DEFAULT_RECORDING_SETTINGS;
  const recording = draftsOf("recording");
  await recording.load(definition);
  await recording.save({ revision: 0, definition });
  expect(requests).toEqual([
    ["GET", "/console/api/recording", null],
    ["PUT", "/console/api/recording", { revision: 0, definition }],
  ]);
  expect(recording.queryKeyOf(definition)).toEqual(["GET /recording"]);
  expect(recording.keyOf(definition)).toBe("default");
});
