import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { MAX_BATCH_BYTES, MAX_METRICS_BYTES } from "@marquee/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ForkedApp, forkApp } from "./testing/forkApp.ts";
import { createTemporaryDir, removeDir } from "./testing/temporaryDir.ts";

const dataDir = createTemporaryDir();
const PUBLIC_URL = "http://trellis.example";
let server: ForkedApp;
beforeAll(async () => {
  server = await forkApp(dataDir, { PUBLIC_URL });
});
afterAll(async () => {
  await server.stop();
  removeDir(dataDir);
});

type Headers = Record<string, string>;

async function post(path: string, body: string | Buffer, headers: Headers = {}): Promise<number> {
  const answer = await fetch(server.url + path, {
    method: "POST",
    body: new Uint8Array(Buffer.from(body)),
    headers: { "content-type": "application/json", origin: PUBLIC_URL, ...headers },
    redirect: "manual",
  });
  await answer.arrayBuffer();
  return answer.status;
}

const INTAKE = ["/v1/t", "/v1/page", "/v1/b", "/v1/import", "/m", "/v1/m"];
const OTHERS = [
  "/consent",
  "/location",
  "/leads",
  "/hooks/leads",
  "/console/api/sign-in",
  "/console/api/setup",
  "/console/api/sign-out",
];
const ROUTES = [...INTAKE, ...OTHERS];

const deep = (open: string, close: string) => open.repeat(10_000) + close.repeat(10_000);
const withKey = (members: string) => `{"writeKey":"local","anonymousId":"a","event":"e",${members}}`;
const BODIES: Record<string, string> = {
  "a list 10,000 deep": deep("[", "]"),
  "an object 10,000 deep": withKey(`"properties":${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`),
  "a batch 10,000 deep": `{"writeKey":"local","batch":${deep("[", "]")}}`,
  "a series 10,000 deep": `{"series":${deep("[", "]")}}`,
  "half of it": deep("[", ""),
  "no object": "5",
  nothing: "null",
  "an empty list": "[]",
  "no text": "",
  "members of every object, where no such are expected":
    '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}',
  "wrong types":
    '{"writeKey":["local"],"batch":"x","series":{},"email":[],"groups":"C0002","values":5,"token":{}}',
  "bytes that are no text": "\u0000\uFFFF\u0000",
};
/** 200 MiB, which brotli compresses to a few hundred bytes. */
const HUGE = Buffer.alloc(200 * 1024 ** 2, " ");
const BOMBS = {
  br: brotliCompressSync(HUGE, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: gzipSync(HUGE, { level: 4 }).subarray(0, MAX_BATCH_BYTES),
};

describe("hostile input", () => {
  it.each(ROUTES)("is rejected by %s without a server error", async (path) => {
    for (const [name, body] of Object.entries(BODIES)) {
      const status = await post(path, body);
      // Sign-out ignores the body.
      const isRight = path.endsWith("sign-out") ? status < 500 : status >= 400 && status < 500;
      expect([name, status, isRight]).toEqual([name, status, true]);
    }
    for (const [encoding, bomb] of Object.entries(BOMBS)) {
      const status = await post(path, bomb, { "content-encoding": encoding });
      expect(status >= 400 && status < 500).toBe(true);
    }
  });

  it("cannot pollute prototypes for other requests", async () => {
    const poison = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}';
    const event = withKey(`"properties":{${poison}},"context":{${poison}},"traits":{${poison}},${poison}`);
    expect(await post("/v1/t", event)).toBe(200);
    const answer = await fetch(`${server.url}/v1/projects/local/settings`);
    const settings = (await answer.json()) as { polluted?: unknown };
    expect(settings.polluted).toBeUndefined();
  });

  it.each([
    ["/v1/t", MAX_BATCH_BYTES, 413],
    ["/v1/b", MAX_BATCH_BYTES, 413],
    ["/m", MAX_METRICS_BYTES, 413],
    ["/consent", 4096, 413],
    ["/leads", 128 * 1024, 413],
    ["/console/api/sign-in", 1024 ** 2, 413],
  ])("at %s is read up to %i bytes; one byte more is rejected", async (path, limit, status) => {
    expect(await post(path, " ".repeat(limit))).toBe(400);
    expect(await post(path, " ".repeat(limit + 1))).toBe(status);
  });

  it.each([
    "/v1/projects/__proto__/settings",
    `/v1/projects/${"x".repeat(5000)}/settings`,
    "/%00",
    "/%E0%A4%A",
    "/..%2f..%2fetc/passwd",
    `/${"a/".repeat(3000)}`,
    "/?__proto__[a]=1",
    "/leads/ticket?submission[]=1&submission[]=2",
    "/leads/sent/%27%20OR%201=1",
    "/console/api/leads?from=x&to=NaN&before=__proto__",
    "/images/..%2f..%2fpackage.json",
    "/location?__proto__[a]=1",
    `/location/${"../".repeat(50)}%00`,
  ])("in the URL %s causes no server error", async (path) => {
    const answer = await fetch(server.url + path, {
      headers: {
        cookie: `marquee_consent=${"1.".repeat(2000)}; user_id={`,
        origin: "null",
        "x-forwarded-for": "%00, ::ffff:999.1.1.1, {",
        "accept-language": "x-".repeat(500),
      },
    });
    expect(answer.status).toBeLessThan(500);
  });

  it("increases memory by less than half of a decompressed bomb, at the peak and afterward", async () => {
    const flood = async () => {
      for (let round = 0; round < 5; round += 1)
        await Promise.all(
          INTAKE.flatMap((path) => [
            ...Object.values(BODIES).map((body) => post(path, body)),
            ...Object.entries(BOMBS).map(([encoding, bomb]) =>
              post(path, bomb, { "content-encoding": encoding }),
            ),
            post(path, " ".repeat(MAX_BATCH_BYTES + 1)),
          ]),
        );
    };
    // The first garbage collections also free memory from startup.
    for (let time = 0; time < 3; time += 1) await server.memory();
    const before = await server.memory();
    await flood();
    const after = await server.memory();
    const grown = [after.peak - before.now, after.now - before.now];
    expect(Math.max(...grown)).toBeLessThan(HUGE.byteLength / 2);
    expect((await fetch(`${server.url}/readyz?full`)).status).toBe(200);
  });
});

/** The response to a raw request, which `fetch` would not send. */
async function answerTo(...lines: string[]): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.end(`${[...lines, "connection: close", "", ""].join("\r\n")}`);
  return text(socket);
}
const firstLineTo = async (...lines: string[]) => (await answerTo(...lines)).split("\r\n", 1)[0] ?? "";

it("rejects requests with two Host headers on any route", async () => {
  for (const path of ["/", "/console/api/session", "/v1/t", "/missing"]) {
    expect(await firstLineTo(`GET ${path} HTTP/1.1`, "Host: one.example", "hOST: two.example")).toBe(
      "HTTP/1.1 400 Bad Request",
    );
    expect(await firstLineTo(`GET ${path} HTTP/1.1`, "Host: one.example", "x-host: x")).not.toContain(
      " 400 ",
    );
  }
});

it.each([
  ["two lengths", "content-length: 0", "content-length: 5"],
  ["a length and chunks", "content-length: 5", "transfer-encoding: chunked"],
  ["chunks that are not the last encoding", "transfer-encoding: chunked, gzip"],
  ["a blank before the colon", "transfer-encoding : chunked"],
  ["a header on two lines", "transfer-encoding:", " chunked"],
])("rejects a request whose end a proxy may see elsewhere: %s", async (_what, ...headers) => {
  const answer = await firstLineTo("POST /v1/t HTTP/1.1", "Host: one.example", ...headers);
  expect(answer).toBe("HTTP/1.1 400 Bad Request");
});

it.each(["TRACE", "TRACK", "CONNECT"])("does not echo %s in the response", async (method) => {
  for (const path of ["/", "/console/api/session", "/v1/t"]) {
    const answer = await answerTo(`${method} ${path} HTTP/1.1`, "Host: one.example", "x-secret: zq");
    expect(answer).not.toMatch(/^HTTP\/1\.1 2|zq/);
  }
});
