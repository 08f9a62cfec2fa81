/// <reference path="./workerUrl.d.ts" />
import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import workerUrl from "./deflateWorker.ts?worker&url";
import type { DeflateAnswer, DeflateRequest } from "./segment.types.ts";

declare global {
  interface Window {
    /** https://www.w3.org/TR/trusted-types/; not in every browser. */
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL: (url: string) => string },
      ): { createScriptURL(url: string): string };
    };
  }
}

/** Specification, section 4. */
const START_TIMEOUT: Milliseconds = 30 * ONE_SECOND;
const HINT =
  "The replay worker failed to start, so nothing is recorded. If the page has a Content-Security-Policy, it must include: worker-src 'self'";

export type Flushed = DeflateAnswer & { kind: "flushed" };

/** The part of a {@link Worker} that is used. */
export interface WorkerPort {
  onmessage: ((event: MessageEvent<DeflateAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(request: DeflateRequest): void;
  terminate(): void;
}

export interface Deflate {
  /** To be packed, in the order of the calls; also while the worker starts. */
  post(request: DeflateRequest): void;
  stop(): void;
}

interface DeflateOptions {
  onFlushed: (answer: Flushed) => void;
  /** Called once, when the worker did not start or has broken; nothing is answered from then on. */
  onFailed: (why: unknown) => void;
  create?: () => WorkerPort;
}

/** The replay worker; its states are drawn in this folder's README. */
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
    // The caller has not received the result yet.
    queueMicrotask(() => fail(error));
  }
  return { post: (request) => worker?.postMessage(request), stop: () => end("stopped") };
}

/**
 * A file of the page's own origin, never a blob, so that the policy `worker-src 'self'` is enough.
 * @throws what the browser throws where the page's policy forbids it.
 */
function createWorker(): WorkerPort {
  const policy = window.trustedTypes?.createPolicy("marquee-replay", { createScriptURL: () => workerUrl });
  return new Worker(policy?.createScriptURL("") ?? workerUrl, { type: "module" });
}
