import type { FastifyInstance } from "fastify";
import type { Stores } from "./storage/stores.ts";

/** `/healthz` returns 200 if the process responds. `/readyz` returns 503 unless the stores respond and both spools drain into the event store. */
export function registerHealth(
  server: FastifyInstance,
  stores: Pick<Stores, "eventStore" | "records" | "drain" | "recordings">,
): void {
  server.get("/healthz", async () => ({ status: "ok" }));

  server.get("/readyz", async (_request, reply) => {
    const [events, records] = await Promise.all([stores.eventStore.ping(), stores.records.ping()]);
    const drains = [stores.drain, stores.recordings.drain];
    const checks = { events, records, drain: drains.every((drain) => drain.status().draining) };
    const isReady = Object.values(checks).every(Boolean);
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? "ready" : "not ready", checks });
  });
}
