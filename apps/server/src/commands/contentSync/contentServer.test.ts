import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { connectContentServer } from "./contentServer.ts";
import { SyncError } from "./syncError.ts";

const KEY = "a-secret-key";

async function answerOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return messageOf({ MARQUEE_URL: `http://127.0.0.1:${port}/`, MARQUEE_KEY: KEY });
}

async function messageOf(env: Record<string, string>): Promise<string> {
  const error = await (async () => connectContentServer(env).readState(null))().catch(
    (each: unknown) => each,
  );
  expect(error).toBeInstanceOf(SyncError);
  const { message } = error as SyncError;
  expect(message).not.toContain(KEY);
  return message;
}

const reply =
  (status: number, body: string, headers = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

it("reports missing or invalid environment variables", async () => {
  expect(await messageOf({})).toContain("Set MARQUEE_URL");
  expect(await messageOf({ MARQUEE_URL: "example.com", MARQUEE_KEY: KEY })).toContain("is not an address");
  expect(await messageOf({ MARQUEE_URL: "https://example.com" })).toContain("Set MARQUEE_KEY");
  expect(await messageOf({ MARQUEE_URL: "https://example.com", MARQUEE_KEY: "two words" })).toContain(
    "is not an API key",
  );
});

it("explains why a server does not respond, and what to do", async () => {
  expect(await messageOf({ MARQUEE_URL: "http://127.0.0.1:9", MARQUEE_KEY: KEY })).toMatch(
    /^No server responds at/,
  );
  expect(await answerOf(reply(401, `{"error":"Invalid"}`))).toContain("The server rejected MARQUEE_KEY");
  expect(await answerOf(reply(403, `{"error":"This key is for figures."}`))).toContain(
    "This key is for figures.",
  );
  for (const body of ["<!doctype html>", `{"error":"Unknown endpoint."}`])
    expect(await answerOf(reply(404, body))).toContain("is not a Marquee server of this version");
  expect(await answerOf(reply(200, "<!doctype html>"))).toContain("is not a Marquee server of this version");
  expect(await answerOf(reply(502, "Bad gateway"))).toContain("can't respond right now (502)");
});

it("does not send the key to the target of a redirect", async () => {
  const seen: string[] = [];
  const message = await answerOf((request, response) => {
    seen.push(request.url ?? "");
    response.writeHead(301, { location: "/elsewhere" }).end();
  });
  expect(message).toContain("redirects to /elsewhere");
  expect(seen).toHaveLength(1);
});
