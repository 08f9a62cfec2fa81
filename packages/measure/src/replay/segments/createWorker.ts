/// <reference path="./workerUrl.d.ts" />
import workerUrl from "./deflateWorker.ts?worker&url";
import type { WorkerPort } from "./startDeflate.ts";

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

/**
 * A file of the page's own origin, never a blob, so that the policy `worker-src 'self'` is enough.
 * @throws what the browser throws where the page's policy forbids it.
 */
export function createWorker(): WorkerPort {
  const policy = window.trustedTypes?.createPolicy("marquee-replay", { createScriptURL: () => workerUrl });
  return new Worker(policy?.createScriptURL("") ?? workerUrl, { type: "module" });
}
