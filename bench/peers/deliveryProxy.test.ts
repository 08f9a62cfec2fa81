import { createServer, type Server } from "node:http";
import { connect } from "node:http2";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Certificate, createCertificate } from "./certificate.ts";
import { startProxy } from "./deliveryProxy.ts";
import type { Site } from "./sites.ts";

const PAGE = "<!doctype html><title>Page</title>".repeat(20);

let certificate: Certificate;
let origin: Server;
let originUrl: string;
const proxies: Site[] = [];

async function start(protocol: "HTTP/1.1" | "HTTP/2", url = originUrl): Promise<string> {
  const proxy = await startProxy({ origin: url, protocol, certificate });
  proxies.push(proxy);
  return proxy.url;
}

beforeAll(async () => {
  certificate = await createCertificate();
  origin = createServer(async (request, response) => {
    if (request.url === "/font") return response.setHeader("content-type", "font/woff2").end("font");
    if (request.url === "/echo") return response.writeHead(201).end(await text(request));
    if (request.headers["accept-encoding"] !== "identity") return response.writeHead(500).end();
    return response.setHeader("content-type", "text/html; charset=utf-8").end(PAGE);
  });
  await new Promise<void>((resolve) => origin.listen(0, "127.0.0.1", resolve));
  originUrl = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`;
});

afterAll(async () => {
  for (const proxy of proxies) await proxy.stop();
  origin.close();
});

describe("over HTTP/1.1", () => {
  it("compresses documents with Brotli, which it requests uncompressed", async () => {
    const response = await fetch(await start("HTTP/1.1"), { headers: { "accept-encoding": "br" } });
    expect(response.headers.get("content-encoding")).toBe("br");
    expect(Number(response.headers.get("content-length"))).toBeLessThan(PAGE.length);
    expect(await response.text()).toBe(PAGE);
  });

  it("leaves documents as they are for a client without Brotli", async () => {
    const response = await fetch(await start("HTTP/1.1"), { headers: { "accept-encoding": "gzip" } });
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(await response.text()).toBe(PAGE);
  });

  it("leaves fonts as they are", async () => {
    const url = `${await start("HTTP/1.1")}/font`;
    const response = await fetch(url, { headers: { "accept-encoding": "br" } });
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(await response.text()).toBe("font");
  });

  it("passes on method, body and status", async () => {
    const response = await fetch(`${await start("HTTP/1.1")}/echo`, { method: "POST", body: "sent" });
    expect([response.status, await response.text()]).toEqual([201, "sent"]);
  });

  it("responds with 502 when the origin does not", async () => {
    const response = await fetch(await start("HTTP/1.1", "http://127.0.0.1:1"));
    expect(response.status).toBe(502);
  });
});

it("serves HTTP/2 with the given certificate", async () => {
  const session = connect(await start("HTTP/2"), {
    ca: certificate.cert,
    checkServerIdentity: () => undefined,
  });
  const stream = session.request({ ":path": "/", "accept-encoding": "br" });
  const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
    stream.on("response", resolve);
    session.on("error", reject);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  session.close();
  expect([headers[":status"], headers["content-encoding"]]).toEqual([200, "br"]);
  expect(brotliDecompressSync(Buffer.concat(chunks)).toString()).toBe(PAGE);
});
