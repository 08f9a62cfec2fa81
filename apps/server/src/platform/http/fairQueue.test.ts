import { describe, expect, it } from "vitest";
import { createFairQueue, QueueFullError } from "./fairQueue.ts";

/** A queue whose tasks end when the test finishes them. */
function controlledQueue(options: { concurrency: number; maxWaiting: number }) {
  const queue = createFairQueue<string>(options);
  const started: string[] = [];
  const finishers = new Map<string, () => void>();
  const run = (client: string, key: string) =>
    queue.run({
      client,
      key,
      task: () => {
        started.push(key);
        return new Promise((resolve) => finishers.set(key, () => resolve(key)));
      },
    });
  const finish = async (key: string) => {
    finishers.get(key)?.();
    await new Promise(setImmediate);
  };
  const finishAll = async () => {
    for (let index = 0; index < started.length; index += 1) await finish(started[index] as string);
  };
  return { run, started, finish, finishAll };
}

describe("a fair queue", () => {
  it("starts a client's first task after one task of the other client, regardless of the other client's queue length", async () => {
    const { run, started, finish } = controlledQueue({ concurrency: 1, maxWaiting: 100 });
    for (let index = 0; index < 24; index += 1) void run("burst", `burst ${index}`);
    void run("visitor", "visitor");
    expect(started).toEqual(["burst 0"]);
    await finish("burst 0");
    await finish("burst 1");
    expect(started).toEqual(["burst 0", "burst 1", "visitor"]);
  });

  it("limits the tasks that run at the same time", async () => {
    const { run, started, finish } = controlledQueue({ concurrency: 2, maxWaiting: 100 });
    for (const key of ["a", "b", "c", "d"]) void run(key, key);
    expect(started).toEqual(["a", "b"]);
    await finish("b");
    expect(started).toEqual(["a", "b", "c"]);
  });

  it("runs shared work once, in the turn of the first client", async () => {
    const { run, started, finish, finishAll } = controlledQueue({ concurrency: 1, maxWaiting: 100 });
    for (const key of ["a", "b", "c"]) void run("burst", key);
    const shared = [run("burst", "c"), run("visitor", "c")];
    await finish("a");
    await finish("b");
    expect(started).toEqual(["a", "b", "c"]);
    await finishAll();
    expect(await Promise.all(shared)).toEqual(["c", "c"]);
    const again = run("burst", "c");
    expect(started).toEqual(["a", "b", "c", "c"]);
    await finish("c");
    expect(await again).toBe("c");
  });

  it("runs shared work early if a later client's turn comes first", async () => {
    const { run, started, finish } = controlledQueue({ concurrency: 1, maxWaiting: 100 });
    for (const key of ["a", "b", "c", "d"]) void run("burst", key);
    void run("visitor", "d");
    await finish("a");
    await finish("b");
    expect(started).toEqual(["a", "b", "d"]);
    await finish("d");
    await finish("c");
    expect(started).toEqual(["a", "b", "d", "c"]);
  });

  it("rejects the newest task of the longest line when the queue is full", async () => {
    const { run, started, finishAll } = controlledQueue({ concurrency: 1, maxWaiting: 3 });
    const burst = ["a", "b", "c", "d", "e"].map((key) => run("burst", key));
    await expect(burst[4]).rejects.toBeInstanceOf(QueueFullError);
    const visitor = run("visitor", "v");
    await expect(burst[3]).rejects.toMatchObject({ statusCode: 503, retryAfter: 5 });
    const laterJobs = [run("second", "w"), run("third", "x")];
    // Every waiting client now has one task, so no task is evicted.
    await expect(burst[2]).rejects.toBeInstanceOf(QueueFullError);
    await expect(laterJobs[1]).rejects.toBeInstanceOf(QueueFullError);
    await finishAll();
    expect(started).toEqual(["a", "b", "v", "w"]);
    expect(await Promise.all([burst[0], burst[1], visitor, laterJobs[0]])).toEqual(["a", "b", "v", "w"]);
  });

  it("continues after a failed task", async () => {
    const queue = createFairQueue<string>({ concurrency: 1, maxWaiting: 1 });
    const fail = queue.run({ client: "a", key: "a", task: () => Promise.reject(new Error("no")) });
    const next = queue.run({ client: "a", key: "b", task: async () => "b" });
    await expect(fail).rejects.toThrow("no");
    expect(await next).toBe("b");
  });
});
