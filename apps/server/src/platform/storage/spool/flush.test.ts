import type { RootDatabase } from "lmdb";
import { expect, it, vi } from "vitest";
import { createCollectServer } from "../../../testing/collectServer.ts";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import { startSpool } from "./spool.ts";

/** A disk whose flush time the test controls. Killing the process would not do: the operating system keeps writes that are not flushed. */
const disk = vi.hoisted(() => ({ flushes: 0, answer: () => undefined as unknown }));
vi.mock("lmdb", async (original) => {
  const lmdb = await original<typeof import("lmdb")>();
  const open = (options: { path: string }): RootDatabase => {
    const root = lmdb.open(options);
    const flushed = () => {
      disk.flushes += 1;
      return new Promise((resolve) => {
        disk.answer = () => resolve(true);
      });
    };
    return Object.defineProperty(root, "flushed", { get: flushed });
  };
  return { ...lmdb, open };
});

async function createIngest() {
  const spool = startSpool({ dir: temporaryDir() });
  const app = await createCollectServer({ spool });
  return { app, spool };
}

it("responds to a sender only after its event is flushed to disk", async () => {
  const { app, spool } = await createIngest();
  const order: string[] = [];
  const payload = { writeKey: "local", anonymousId: "a", messageId: "m", event: "e" };
  const answer = app.inject({ method: "POST", url: "/v1/t", payload }).then(({ statusCode }) => {
    order.push("answered");
    return statusCode;
  });
  await expect.poll(() => disk.flushes).toBe(1);
  // The event is written and readable. A response that does not wait for the flush would arrive before that of a later request.
  expect(spool.depth()).toBe(1);
  await app.inject({ method: "POST", url: "/v1/t", payload: {} });
  order.push("flushed");
  disk.answer();
  expect(await answer).toBe(200);
  expect(order).toEqual(["flushed", "answered"]);
});
