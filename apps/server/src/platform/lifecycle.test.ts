import { expect, it } from "vitest";
import { createLifecycle } from "./lifecycle.ts";

it("ends parts in reverse order, once, and all of them when one fails", async () => {
  const { started, stopAll } = createLifecycle();
  const ended: string[] = [];
  const part = { stop: async () => void ended.push("first") };
  expect(started(part)).toBe(part);
  started(async () => {
    ended.push("second");
    throw new Error("It is stuck.");
  });
  started(() => void ended.push("third"));
  await expect(stopAll()).rejects.toMatchObject({ errors: [new Error("It is stuck.")] });
  await stopAll();
  expect(ended).toEqual(["third", "second", "first"]);
});
