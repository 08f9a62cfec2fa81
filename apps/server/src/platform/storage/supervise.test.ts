import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { ONE_MINUTE } from "@marquee/contract";
import { expect, it } from "vitest";
import { waitUntilReady } from "./supervise.ts";

it("names the end of standard error of a process that exits during startup, without half a character", async () => {
  const stderr = new PassThrough();
  const child = Object.assign(new EventEmitter(), { stderr, kill: () => true }) as unknown as ChildProcess;
  const ready = new Promise<void>(() => {});
  const failed = waitUntilReady(child, { name: "The example", timeout: ONE_MINUTE, ready }).catch(String);
  // Parts end within a character, and so does the kept end.
  for (const byte of Buffer.from(`${"🎉".repeat(1500)}!`)) stderr.write(Buffer.of(byte));
  stderr.end(() => child.emit("close", 3, null));
  expect(await failed).toMatch(/^Error: The example exited during startup \(3\)\. (?:🎉){999,1000}!$/u);
});
