import { randomUUID } from "node:crypto";
import { ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import type { Logger } from "pino";
import { errorMessage } from "../../platform/errors/errorMessage.ts";
import { guardedRequest } from "../../platform/http/guardedRequest.ts";
import { backoffDelay } from "../../platform/time/backoff.ts";
import type { Connection, Connections } from "./startConnections.ts";

/** Forwards a copy of accepted RUM events to Datadog, while it is connected. */
export interface RumCopies {
  isWanted(): boolean;
  /** Queues events, one per line. Returns immediately; drops them if too many are waiting. */
  add(lines: string): void;
  /** Aborts the current request; waiting events are dropped. */
  stop(): void;
}

interface CopiesOptions {
  connections: Pick<Connections, "read" | "recordResult">;
  log: Logger;
  /** Delays between attempts, in milliseconds. */
  delays?: { base: number; longest: number };
}

type Datadog = Connection<"datadog">;

const MAX_WAITING_BYTES = 2_000_000;
const DELAYS = { base: ONE_SECOND, longest: ONE_MINUTE };
/** Statuses after which a retry may succeed. */
const TEMPORARY = new Set([408, 429, 500, 502, 503, 504]);

export function startRumCopies({ connections, log, delays = DELAYS }: CopiesOptions): RumCopies {
  const stopping = new AbortController();
  const waiting: string[] = [];
  let bytes = 0;
  let dropped = 0;
  let isSending = false;

  const fail = (reason: string) => {
    log.warn({ problem: reason, dropped }, "Failed to forward RUM data to Datadog.");
    const text = dropped > 0 ? `${reason} ${dropped} batches were not copied.` : reason;
    void connections.recordResult("datadog", text);
  };
  /** @returns whether the batch is finished, delivered or not. */
  const send = async (datadog: Datadog, lines: string): Promise<boolean> => {
    try {
      const { status } = await guardedRequest({ ...requestOf(datadog, lines), signal: stopping.signal });
      if (status >= 200 && status < 300) {
        dropped = 0;
        void connections.recordResult("datadog", null);
        return true;
      }
      fail(`Datadog responded with ${status}.`);
      return !TEMPORARY.has(status);
    } catch (error) {
      if (!stopping.signal.aborted) fail(errorMessage(error));
      return stopping.signal.aborted;
    }
  };
  const sendAll = async () => {
    for (let failures = 0; waiting.length > 0; ) {
      const datadog = connections.read("datadog");
      const [lines = ""] = waiting;
      if (datadog && !stopping.signal.aborted && !(await send(datadog, lines))) {
        failures += 1;
        await pause(backoffDelay(failures, delays), stopping.signal);
        continue;
      }
      failures = 0;
      waiting.shift();
      bytes -= lines.length;
    }
  };
  return {
    isWanted: () => connections.read("datadog") !== null,
    add(lines) {
      if (bytes + lines.length > MAX_WAITING_BYTES) {
        dropped += 1;
        return;
      }
      waiting.push(lines);
      bytes += lines.length;
      if (isSending) return;
      isSending = true;
      void sendAll().finally(() => {
        isSending = false;
      });
    },
    stop: () => stopping.abort(),
  };
}

/**
 * The request that Datadog's browser client sends to its intake (js-core, `endpointBuilder.ts`).
 * @param lines RUM events, one per line.
 */
export function requestOf({ settings, secrets, policy }: Datadog, lines: string) {
  const { site, applicationId, proxy } = settings;
  const url = new URL("/api/v2/rum", proxy || `https://${intakeOf(site)}`);
  url.search = new URLSearchParams({
    ddsource: "browser",
    "dd-api-key": secrets.clientToken,
    "dd-evp-origin": "browser",
    "dd-request-id": randomUUID(),
  }).toString();
  const ofApplication = lines.split("\n").map((line) => withApplication(line, applicationId));
  return {
    url: url.href,
    policy,
    method: "POST" as const,
    headers: { "content-type": "text/plain;charset=UTF-8" },
    body: ofApplication.join("\n"),
  };
}

/** @param site for example `us3.datadoghq.com`. */
function intakeOf(site: string): string {
  const parts = site.split(".");
  return `browser-intake-${parts.slice(0, -1).join("-")}.${parts.at(-1)}`;
}

function withApplication(line: string, id: string): string {
  // Only lines that were validated are copied.
  const event = JSON.parse(line) as { application?: object };
  return JSON.stringify({ ...event, application: { ...event.application, id } });
}

function pause(duration: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, duration);
    function end() {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    }
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
