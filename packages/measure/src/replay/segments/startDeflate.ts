/// <reference path="./workerUrl.d.ts" />
import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import workerUrl from "./deflateWorker.ts?worker&url";
import type { DeflateAnswer, DeflateRequest } from "./segment.types.ts";

declare global {
  interface Window {
    /** https://www.w3.org/TR/trusted-types/; missing in some browsers. */
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL: (url: string) => string },
      ): { createScriptURL(url: string): string };
    };
  }
}

/** The worker must respond within this time (specification, section 4). */
const START_TIMEOUT: Milliseconds = 30 * ONE_SECOND;
const HINT =
  "The replay worker failed to start, so nothing is recorded. If the page has a Content-Security-Policy, it must include: worker-src 'self'";

export type Flushed = DeflateAnswer & { kind: "flushed" };

/** The part of {@link Worker} that we use. */
export interface WorkerPort {
  onmessage: ((event: MessageEvent<DeflateAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(request: DeflateRequest): void;
  terminate(): void;
}

export interface Deflate {
  /** Sends a request to the worker; also while it starts. */
  post(request: DeflateRequest): void;
  stop(): void;
}

interface DeflateOptions {
  onFlushed: (answer: Flushed) => void;
  /** Called once, if the worker fails to start or crashes. There are no responses after that. */
  onFailed: (why: unknown) => void;
  create?: () => WorkerPort;
}

/** Starts the replay worker. This folder's README shows its states. */
export function startDeflate({ onFlushed, onFailed, create = createWorker }: DeflateOptions): Deflate {
  let state: "starting" | "ready" | "failed" | "stopped" = "starting";
  let worker: WorkerPort | undefined;
  const timer = setTimeout(() => fail("no response within 30 s"), START_TIMEOUT);

  function end(last: "failed" | "stopped"): void {
    state = last;
    clearTimeout(timer);
    worker?.terminate();
  }
  function fail(why: unknown): void {
    if (state === "failed" || state === "stopped") return;
    console.error("[measure]", state === "starting" ? HINT : "The replay worker crashed.", why);
    end("failed");
    onFailed(why);
  }
  function open(): void {
    worker = create();
    worker.onmessage = ({ data }) => {
      clearTimeout(timer);
      if (state === "starting") state = "ready";
      if (data.kind === "flushed" && state === "ready") onFlushed(data);
    };
    worker.onerror = (event) => fail(event.message);
    worker.postMessage({ kind: "start" });
  }

  try {
    open();
  } catch (error) {
    // Deferred, because the caller has not received the result yet.
    queueMicrotask(() => fail(error));
  }
  return { post: (request) => worker?.postMessage(request), stop: () => end("stopped") };
}

/**
 * Creates the worker from a file of the page's own origin, never from a blob, so that the policy `worker-src 'self'` is enough.
 * @throws the browser's error if the page's policy forbids the worker
 */
function createWorker(): WorkerPort {
  const policy = window.trustedTypes?.createPolicy("marquee-replay", { createScriptURL: () => workerUrl });
  return new Worker(policy?.createScriptURL("") ?? workerUrl, { type: "module" });
}
