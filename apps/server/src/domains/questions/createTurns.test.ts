import { expect, it } from "vitest";
import { createTurns } from "./createTurns.ts";

/** Tasks that are completed by the test. */
function createTasks() {
  const ends: (() => void)[] = [];
  return {
    task: () => new Promise<void>((resolve) => ends.push(resolve)),
    started: () => ends.length,
    end: (index: number) => ends[index]?.(),
  };
}

/** Lets promises that can settle do so. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

it("runs two tasks of one asker at a time, and others as they end", async () => {
  const turns = createTurns();
  const { task, started, end } = createTasks();
  const done = [1, 2, 3, 4].map(() => turns.run({ id: "ann" }, task));
  await settle();
  expect(started()).toBe(2);
  end(0);
  await settle();
  expect(started()).toBe(3);
  for (const index of [1, 2]) end(index);
  await settle();
  end(3);
  await Promise.all(done);
});

it("does not make one asker wait for another", async () => {
  const turns = createTurns();
  const { task, started } = createTasks();
  for (const id of ["ann", "ann", "ann", "ben"]) void turns.run({ id }, task);
  await settle();
  expect(started()).toBe(3);
});

it("drops waiting tasks that are aborted, and continues after failed ones", async () => {
  const turns = createTurns();
  const { task, started, end } = createTasks();
  const failing = () => turns.run({ id: "ann" }, () => Promise.reject(new Error("broken")));
  await expect(failing()).rejects.toThrow("broken");
  void turns.run({ id: "ann" }, task);
  void turns.run({ id: "ann" }, task);
  const controller = new AbortController();
  const left = turns.run({ id: "ann", signal: controller.signal }, task);
  void turns.run({ id: "ann" }, task);
  controller.abort(new Error("The client closed the request."));
  await expect(left).rejects.toThrow("closed");
  end(0);
  await settle();
  expect(started()).toBe(3);
  await expect(turns.run({ id: "ann", signal: controller.signal }, task)).rejects.toThrow("closed");
});

it("rejects more than a hundred waiting tasks", async () => {
  const turns = createTurns();
  const { task } = createTasks();
  for (let index = 0; index < 102; index += 1) void turns.run({ id: "ann" }, task);
  await expect(turns.run({ id: "ann" }, task)).rejects.toMatchObject({ statusCode: 429, retryAfter: 5 });
});
