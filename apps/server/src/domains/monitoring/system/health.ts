import { degradedChecks, type ReadinessCheck, type ReadinessChecks } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { ANY_TEXT } from "../../../platform/http/storableText.ts";
import type { Readiness } from "./readiness.ts";

interface HealthOptions {
  readiness: () => Promise<Readiness>;
  /** Whether the server is stopping, so that load balancers must use another one. */
  isStopping(): boolean;
}

interface ReadyAnswer {
  status: "ready" | "not ready" | "stopping";
  degraded: ReadinessCheck[];
  checks: ReadinessChecks;
}

/**
 * `/healthz` returns 200 if the process responds. `/readyz` returns 200 while pages are served, and reports what else is degraded. Two variants also return
 * 503: `?for=events` when no events are accepted, and `?full` when anything is degraded.
 */
export function registerHealth(server: FastifyInstance, { readiness, isStopping }: HealthOptions): void {
  server.get("/healthz", ANY_TEXT, async () => ({ status: "ok" }));
  server.get<{ Querystring: { for?: string; full?: string } }>(
    "/readyz",
    ANY_TEXT,
    async ({ query }, reply) => {
      if (query.for !== undefined && query.for !== "events")
        throw new ApiError("bad_request", "Use /readyz, /readyz?for=events or /readyz?full.");
      const { checks } = await readiness();
      const degraded = degradedChecks(checks);
      const isReady =
        (query.full === undefined || degraded.length === 0) &&
        (query.for === undefined || checks.intake === "ok");
      const status = isStopping() ? "stopping" : isReady ? "ready" : "not ready";
      const body: ReadyAnswer = { status, degraded, checks };
      return reply.status(status === "ready" ? 200 : 503).send(body);
    },
  );
}
