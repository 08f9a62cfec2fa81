import type { FastifyInstance } from "fastify";
import type { Ingest } from "./collect/ingest/ingest.ts";
import { ANY_TEXT } from "./http/storableText.ts";
import type { DrainControl } from "./storage/spool/drain.ts";
import type { Stores } from "./storage/stores.ts";

interface HealthOptions extends Pick<Stores, "eventStore" | "records"> {
  ingest: Pick<Ingest, "drain" | "recordings" | "isReady">;
}

/**
 * `/healthz` returns 200 if the process responds. `/readyz` returns 503 unless the stores respond, events are received and both spools drain
 * into the event store.
 */
export function registerHealth(
  server: FastifyInstance,
  { eventStore, records, ingest }: HealthOptions,
): void {
  server.get("/healthz", ANY_TEXT, async () => ({ status: "ok" }));

  server.get("/readyz", ANY_TEXT, async (_request, reply) => {
    const [hasEvents, hasRecords, ...drains] = await Promise.all([
      eventStore.ping(),
      records.ping(),
      ...[ingest.drain, ingest.recordings.drain].map(isDraining),
    ]);
    const checks = {
      events: hasEvents,
      records: hasRecords,
      ingest: ingest.isReady(),
      drain: drains.every(Boolean),
    };
    const isReady = Object.values(checks).every(Boolean);
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? "ready" : "not ready", checks });
  });
}

async function isDraining(drain: DrainControl): Promise<boolean> {
  return drain.status().then(
    ({ draining }) => draining,
    () => false,
  );
}
