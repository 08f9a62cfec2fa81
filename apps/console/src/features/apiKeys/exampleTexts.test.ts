import { execFileSync } from "node:child_process";
import { expect, it, vi } from "vitest";
import { EXAMPLES } from "./exampleTexts.ts";

const [curl, javascript, sheets] = EXAMPLES;
/** Hostile values, which no real host has. */
const API = { origin: "https://trellis.example", siteId: `it's "odd" $HOME \`id\` \\ ` };
const URL = "https://trellis.example/api/v2/query";
const BODY = {
  site_id: API.siteId,
  metrics: ["visitors", "leads"],
  date_range: "30d",
  dimensions: ["visit:source"],
};
const ANSWER = { results: [{ dimensions: ["Google"], metrics: [5, 1] }] };

/** Runs a script with some globals. */
const run = (code: string, globals: Record<string, unknown>): unknown =>
  new Function(...Object.keys(globals), code)(...Object.values(globals));

it("quotes the query for the shell", () => {
  const printed = execFileSync("sh", ["-c", curl.code(API).replace("curl", "printf '%s\\n'")], {
    env: { API_KEY: "a key" },
    encoding: "utf8",
  });
  const [url, header, key, , type, , ...body] = printed.split("\n");
  expect([url, header, key, type]).toEqual([
    URL,
    "--header",
    "Authorization: Bearer a key",
    "Content-Type: application/json",
  ]);
  expect(JSON.parse(body.join("\n"))).toEqual(BODY);
});

it("sends the query from JavaScript", async () => {
  const fetch = vi.fn(async (_url: string, _request: { body: string; headers: object }) => ({
    ok: true,
    json: async () => ANSWER,
  }));
  const log = vi.fn();
  const globals = { fetch, process: { env: { API_KEY: "key" } }, console: { log } };
  await run(`return (async () => { ${javascript.code(API)} })()`, globals);
  const [url, request] = fetch.mock.calls[0] ?? [];
  expect([url, request?.headers, JSON.parse(request?.body ?? "")]).toEqual([
    URL,
    { Authorization: "Bearer key", "Content-Type": "application/json" },
    BODY,
  ]);
  expect(log).toHaveBeenCalledExactlyOnceWith("Google", 5, 1);
});

it("fills a sheet, and says why it can't", () => {
  let answer: object = ANSWER;
  const fetch = vi.fn((_url: string, _request: { payload: string; headers: object }) => ({
    getContentText: () => JSON.stringify(answer),
  }));
  const globals = {
    UrlFetchApp: { fetch },
    PropertiesService: { getScriptProperties: () => ({ getProperty: () => "key" }) },
  };
  const fill = () => run(`${sheets.code(API)}; return SOURCES();`, globals);
  expect(fill()).toEqual([
    ["Source", "Visitors", "Leads"],
    ["Google", 5, 1],
  ]);
  const [url, request] = fetch.mock.calls[0] ?? [];
  expect([url, request?.headers, JSON.parse(request?.payload ?? "")]).toEqual([
    URL,
    { Authorization: "Bearer key" },
    BODY,
  ]);
  answer = { error: "Invalid API key or site ID." };
  expect(fill).toThrow("Invalid API key or site ID.");
});
