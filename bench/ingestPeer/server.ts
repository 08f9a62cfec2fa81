import { mkdirSync, readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import fastify from "fastify";
import { Pool } from "pg";
import { startPostgres } from "../../apps/server/src/testing/startPostgres.ts";

/*
 * The usual design for events: a Fastify server that validates a request and inserts each event into PostgreSQL, and also serves a page. Its
 * arguments are the port, the folder for the data and a file with the page. It prints "ready".
 */

const [, , port = "", folder = "", pageFile = ""] = process.argv;

mkdirSync(folder);
const postgres = await startPostgres({ folder, port: Number(port) + 1, isDurable: true });
const pool = new Pool({ connectionString: postgres.url("postgres"), max: 10 });
// PostgreSQL ends the idle connections when it stops.
pool.on("error", () => undefined);
await pool.query(`CREATE TABLE events (
  message_id text COLLATE "C" PRIMARY KEY, type text NOT NULL, event text, anonymous_id text, received_at timestamptz NOT NULL DEFAULT now(),
  timestamp timestamptz, user_agent text, properties jsonb, context jsonb)`);

interface Event {
  messageId: string;
  type?: string;
  event?: string;
  anonymousId?: string;
  timestamp?: string;
  properties?: object;
  context?: object;
}

const EVENT_SCHEMA = {
  type: "object",
  required: ["messageId"],
  properties: {
    messageId: { type: "string" },
    type: { type: "string" },
    event: { type: "string" },
    anonymousId: { type: "string" },
    timestamp: { type: "string" },
    properties: { type: "object", additionalProperties: true },
    context: { type: "object", additionalProperties: true },
  },
} as const;
const BATCH_SCHEMA = {
  type: "object",
  required: ["batch"],
  properties: { batch: { type: "array", items: EVENT_SCHEMA } },
} as const;

const INSERT = `INSERT INTO events (message_id, type, event, anonymous_id, timestamp, user_agent, properties, context)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`;
const insert = (event: Event, userAgent = "") => {
  const { messageId, type = "track", event: name, anonymousId, timestamp, properties, context } = event;
  const values = [messageId, type, name, anonymousId, timestamp, userAgent, properties, context];
  return pool.query({ name: "insert", text: INSERT, values });
};

const page = brotliCompressSync(readFileSync(pageFile));
const server = fastify({ bodyLimit: 8 * 1024 ** 2 });
server.get("/", (_request, reply) =>
  reply.headers({ "content-type": "text/html; charset=utf-8", "content-encoding": "br" }).send(page),
);
server.post<{ Body: Event }>("/v1/t", { schema: { body: EVENT_SCHEMA } }, async ({ body, headers }) => {
  await insert(body, headers["user-agent"]);
  return { success: true };
});
server.post<{ Body: { batch: Event[] } }>(
  "/v1/b",
  { schema: { body: BATCH_SCHEMA } },
  async ({ body, headers }) => {
    await Promise.all(body.batch.map((event) => insert(event, headers["user-agent"])));
    return { success: true };
  },
);
await server.listen({ port: Number(port), host: "127.0.0.1" });
console.log("ready");
process.on("SIGTERM", async () => {
  await server.close();
  await pool.end();
  await postgres.stop();
  process.exit();
});
