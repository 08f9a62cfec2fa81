import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ONE_MINUTE } from "@marquee/contract";
import type { Engine } from "./engine.ts";
import { parseStatement } from "./statement.ts";

/** In milliseconds. Longer than the client's own limit of seconds: if the server closed first, a busy client could lose a request. */
const KEEP_ALIVE_TIMEOUT = 10 * ONE_MINUTE;
/** Query parameters are part of the URL. Same limit as ClickHouse (`http_max_uri_size`). */
const MAX_HEADER_BYTES = 1024 ** 2;

/** The subset of ClickHouse's HTTP interface that `@clickhouse/client` uses. Responds with 403 to requests without `token`. */
export function createHttpInterface(engine: Engine, token: string): Server {
  const options = { keepAliveTimeout: KEEP_ALIVE_TIMEOUT, maxHeaderSize: MAX_HEADER_BYTES };
  return createServer(options, (request, response) => {
    answer(engine, token, request, response).catch((error: unknown) => sendException(response, error));
  });
}

async function answer(
  engine: Engine,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isAuthorized(request, token)) {
    response
      .writeHead(403, { "x-clickhouse-exception-code": "516" })
      .end("Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)");
    return;
  }
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  if (pathname === "/ping") {
    response.end("Ok.\n");
    return;
  }
  const body = await readBody(request);
  const isInsert = searchParams.has("query");
  const statement = parseStatement(searchParams, isInsert ? "" : body.toString());
  // By default, ClickHouse also sends the first rows before it has the last ones. Here, that is opt-in, because after an error, only the broken
  // connection shows that rows are missing.
  if (searchParams.get("wait_end_of_query") === "0") {
    await pipeline(Readable.from(engine.stream(statement), { objectMode: false }), response);
    return;
  }
  const result = await engine.execute(statement, body);
  response.writeHead(200, { "x-clickhouse-query-id": searchParams.get("query_id") ?? "" }).end(result);
}

/** The client sends the token as a password, in a Basic header, or over TLS in one of ClickHouse's. */
function isAuthorized({ headers }: IncomingMessage, token: string): boolean {
  const [, encoded = ""] = (headers.authorization ?? "").split(" ");
  const password = Buffer.from(encoded, "base64").toString().split(":").slice(1).join(":");
  const actual = Buffer.from(password || String(headers["x-clickhouse-key"] ?? ""));
  const expected = Buffer.from(token);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Sends an error in ClickHouse's format, `Code: 60. DB::Exception: …`, with the code in a header too. */
function sendException(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const code = /Code: (\d+)/.exec(message)?.[1] ?? "1002";
  if (response.headersSent) response.destroy();
  else {
    const text = message.includes("DB::Exception")
      ? message
      : `Code: ${code}. DB::Exception: ${message} (UNKNOWN_EXCEPTION)`;
    response.writeHead(500, { "x-clickhouse-exception-code": code }).end(text);
  }
}
