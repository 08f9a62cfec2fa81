import { afterEach, expect, it, vi } from "vitest";
import { CANARY } from "../../testing/canaries.ts";
import { captureLog } from "../../testing/captureLog.ts";
import { endOnCrash } from "./endOnCrash.ts";

const before = process.listeners("uncaughtException");
const added = () => process.listeners("uncaughtException").filter((each) => !before.includes(each));

afterEach(() => {
  vi.restoreAllMocks();
  for (const listener of added()) process.off("uncaughtException", listener);
});

it("logs an unhandled error like any other, and ends the process", () => {
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  const { log, lines } = captureLog();
  expect(endOnCrash(log)).toBe(log);
  const error = Object.assign(new Error("Failed query: zq"), {
    query: 'insert into "leads" …',
    params: ["zq"],
  });
  for (const listener of added()) listener(error, "unhandledRejection");
  expect(lines()).toEqual([
    expect.objectContaining({
      level: 60,
      msg: "An unhandled error ended the process.",
      err: expect.objectContaining({ message: "Failed query …", statement: "insert into leads" }),
    }),
  ]);
  expect(JSON.stringify(lines())).not.toMatch(CANARY);
  expect(exit.mock.calls).toEqual([[1]]);
});
