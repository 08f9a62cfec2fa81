import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DeflateAnswer, DeflateRequest } from "./segment.types.ts";
import { startDeflate, type WorkerPort } from "./startDeflate.ts";

function createFakeWorker() {
  const posted: DeflateRequest[] = [];
  const worker: WorkerPort = {
    onmessage: null,
    onerror: null,
    postMessage: (request) => posted.push(request),
    terminate: vi.fn(),
  };
  const answer = (data: DeflateAnswer) => worker.onmessage?.({ data } as MessageEvent<DeflateAnswer>);
  return { worker, posted, answer };
}

const FLUSHED: DeflateAnswer = { kind: "flushed", packed: new Uint8Array([1]), checksum: 1, rawBytes: 1 };
const onFlushed = vi.fn();
const onFailed = vi.fn();
const complain = vi.spyOn(console, "error");

beforeEach(() => {
  vi.useFakeTimers();
  complain.mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

test("posts requests while the worker starts, and reports responses once it is ready", () => {
  const { worker, posted, answer } = createFakeWorker();
  const deflate = startDeflate({ onFlushed, onFailed, create: () => worker });
  deflate.post({ kind: "flush", text: "a" });
  expect(posted).toEqual([{ kind: "start" }, { kind: "flush", text: "a" }]);
  answer({ kind: "ready" });
  answer(FLUSHED);
  vi.advanceTimersByTime(60_000);
  expect(onFlushed).toHaveBeenCalledExactlyOnceWith(FLUSHED);
  expect(onFailed).not.toHaveBeenCalled();
});

test("fails once if the worker does not respond within 30 s, and names the policy to set", () => {
  const { worker, answer } = createFakeWorker();
  startDeflate({ onFlushed, onFailed, create: () => worker });
  vi.advanceTimersByTime(29_999);
  expect(onFailed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  worker.onerror?.({ message: "late" } as ErrorEvent);
  answer({ kind: "ready" });
  answer(FLUSHED);
  expect(onFailed).toHaveBeenCalledExactlyOnceWith("no response within 30 s");
  expect(complain.mock.calls[0]?.[1]).toContain(
    "Content-Security-Policy, it must include: worker-src 'self'",
  );
  expect(onFlushed).not.toHaveBeenCalled();
  expect(worker.terminate).toHaveBeenCalled();
});

test("reports an error of the policy only after startDeflate has returned", async () => {
  const error = new Error("SecurityError");
  const deflate = startDeflate({
    onFlushed,
    onFailed,
    create: () => {
      throw error;
    },
  });
  expect(onFailed).not.toHaveBeenCalled();
  deflate.post({ kind: "flush", text: "b" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onFailed).toHaveBeenCalledExactlyOnceWith(error);
});

test("reports no failure after stop", () => {
  const { worker } = createFakeWorker();
  startDeflate({ onFlushed, onFailed, create: () => worker }).stop();
  worker.onerror?.({ message: "late" } as ErrorEvent);
  vi.advanceTimersByTime(60_000);
  expect(onFailed).not.toHaveBeenCalled();
  expect(worker.terminate).toHaveBeenCalledOnce();
});
