import { once } from "node:events";
import fastify, { type FastifyBaseLogger, LogController } from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { captureLog } from "../../testing/captureLog.ts";
import { abortedBy } from "./abortedBy.ts";
import { createRequestIds } from "./requestIds.ts";
import { createUrlErrorHandler, registerDefaultHeaders } from "./securityHeaders.ts";
import { sendError } from "./sendError.ts";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function createServer() {
  const captured = captureLog();
  const loggerInstance: FastifyBaseLogger = captured.log;
  const server = fastify({
    loggerInstance,
    childLoggerFactory: (logger) => logger,
    genReqId: createRequestIds(["127.0.0.1"]),
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: createUrlErrorHandler(false),
  });
  registerDefaultHeaders(server, false);
  server.setErrorHandler(sendError);
  server.get("/ok", () => "done");
  server.get("/fails/:token", () => Promise.reject(new TypeError("Failed: zq")));
  server.get("/twice", (_request, reply) => {
    reply.send("one");
    reply.send("two");
  });
  server.get("/begun", (_request, reply) => {
    reply.raw.writeHead(200);
    expect(() => reply.send("two")).toThrow();
    reply.raw.end();
  });
  const ask = (url: string, id?: string | string[]) =>
    server.inject({ url, headers: id === undefined ? {} : { "x-request-id": id } });
  return { ask, server, ...captured };
}

describe("the ID of a request", () => {
  it.each(["a", "3f2a9c1b-0000", "a.b_c-D9", "x".repeat(64)])("is the one sent with it: %s", async (id) => {
    const { ask, lines } = createServer();
    expect((await ask("/ok", id)).headers["x-request-id"]).toBe(id);
    const failed = await ask("/fails/zq", id);
    expect(failed.headers["x-request-id"]).toBe(id);
    expect(failed.json().error).toMatchObject({ code: "failed", requestId: id });
    expect(lines()).toEqual([
      expect.objectContaining({ reqId: id, req: { method: "GET", route: "/fails/:token" } }),
    ]);
  });

  it.each([undefined, "", "x".repeat(65), "a b", "zq@zq.example", "a/b", '"a"', "a\u00e9", ["a", "b"]])(
    "is a new one if the one sent is malformed: %j",
    async (id) => {
      const { ask, text } = createServer();
      const ids = await Promise.all(["/ok", "/fails/zq", "/missing"].map((url) => ask(url, id)));
      const requestIds = ids.map(({ headers }) => String(headers["x-request-id"]));
      for (const each of requestIds) expect(each).toMatch(UUID);
      expect(new Set(requestIds).size).toBe(3);
      expect(text()).toContain(requestIds[1]);
      expect(text()).not.toContain("zq");
    },
  );

  it("is a new one if the one sent is not from a trusted proxy", async () => {
    const { server } = createServer();
    const ask = (remoteAddress: string) =>
      server.inject({ url: "/ok", remoteAddress, headers: { "x-request-id": "given" } });
    expect((await ask("203.0.113.1")).headers["x-request-id"]).toMatch(UUID);
    expect((await ask("::ffff:127.0.0.1")).headers["x-request-id"]).toBe("given");
  });

  it("is in the reply to an address that the router can't read", async () => {
    const { ask } = createServer();
    const reply = await ask("/%", "quoted");
    expect([reply.statusCode, reply.headers["x-request-id"]]).toEqual([400, "quoted"]);
  });
});

it.each(["/twice", "/begun"])(
  "what Fastify logs about a request has its route, not its URL: %s",
  async (route) => {
    const { ask, lines, text } = createServer();
    await ask(`${route}?email=zq@zq.example`, "quoted");
    expect(lines()).toEqual([
      expect.objectContaining({ level: 40, reqId: "quoted", req: { method: "GET", route } }),
    ]);
    expect(text()).not.toContain("zq");
  },
);

it("a request whose client has left is logged for debugging only", async () => {
  const { server, lines } = createServer();
  onTestFinished(() => server.close());
  const leaving = new AbortController();
  server.get("/slow", async (_request, reply) => {
    const signal = abortedBy(reply);
    leaving.abort();
    await once(signal, "abort");
    signal.throwIfAborted();
  });
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  await expect(fetch(`${url}/slow`, leaving)).rejects.toThrow("aborted");
  const ofRequest = () => lines().filter(({ reqId }) => reqId !== undefined);
  await expect
    .poll(ofRequest)
    .toEqual([
      expect.objectContaining({ level: 20, err: expect.objectContaining({ type: "ClientGoneError" }) }),
    ]);
});
