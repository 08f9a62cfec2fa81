import { createDeflateStream } from "./deflateStream.ts";
import type { DeflateAnswer, DeflateRequest } from "./segment.types.ts";

/** Types for the worker's global scope; the DOM types cover windows only. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<DeflateRequest>) => void) | null;
  postMessage(answer: DeflateAnswer, transfer: Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;
const encoder = new TextEncoder();
let stream = createDeflateStream();

scope.onmessage = ({ data }) => {
  if (data.kind === "start") scope.postMessage({ kind: "ready" }, []);
  if (data.kind === "reset") stream = createDeflateStream();
  if (data.kind !== "flush") return;
  stream.write(encoder.encode(data.text));
  const packed = stream.flush();
  scope.postMessage({ kind: "flushed", packed, ...stream.total() }, [packed.buffer]);
};
