import { join } from "node:path";
import { DISK_RESERVES, ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { diskFullError, openDisk, watchDisk } from "./disk.ts";

const TOTAL = 100e9;
let free: number;
let measured: number;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 5, 1) });
  free = 60e9;
  measured = 0;
});
afterEach(() => void vi.useRealTimers());

const open = () =>
  openDisk({
    dir: "/data",
    now: Date.now,
    measure() {
      measured += 1;
      return { free, total: TOTAL };
    },
  });

describe("openDisk", () => {
  it.each([
    [15e9, "ok"],
    [15e9 - 1, "low"],
    [DISK_RESERVES.events + 1, "low"],
    [DISK_RESERVES.events, "full"],
    [0, "full"],
  ])("is of the level of %d free bytes of 100 GB: %s", (bytes, level) => {
    free = bytes;
    expect(open().state()).toEqual({ free: bytes, total: TOTAL, level });
  });

  it("is low on a small disk before recordings are rejected", () => {
    const measure = () => ({ free: DISK_RESERVES.recordings, total: 1e9 });
    expect(openDisk({ dir: "/data", now: Date.now, measure }).state().level).toBe("low");
  });

  it("is measured at most once a second", () => {
    const disk = open();
    for (let time = 0; time < 100; time += 1) disk.state();
    expect(measured).toBe(1);
    vi.advanceTimersByTime(ONE_SECOND);
    free = 1;
    expect(disk.state().free).toBe(1);
  });

  it("measures the disk that a new folder will be on", () => {
    const state = openDisk({ dir: join(temporaryDir(), "not", "yet"), now: Date.now }).state();
    expect(state.total).toBeGreaterThan(state.free);
    expect(state.free).toBeGreaterThan(0);
  });
});

describe("watchDisk", () => {
  const lines: string[] = [];
  const note = (level: string) => (_fields: unknown, text?: string) => void lines.push(`${level} ${text}`);
  const log = { info: note("info"), warn: note("warn"), error: note("error") };
  const watch = () => {
    lines.length = 0;
    return watchDisk({ disk: open(), now: Date.now, log });
  };

  it("logs once that the disk is low, and one line a minute while it is full", () => {
    const stop = watch();
    vi.advanceTimersByTime(ONE_MINUTE);
    expect(lines).toEqual([]);
    free = 10e9;
    vi.advanceTimersByTime(3 * ONE_MINUTE);
    expect(lines).toEqual([
      "warn The server's disk is nearly full. 10 GB of 100 GB are free. At 537 MB, no more recordings are stored; at 134 MB, no more events.",
    ]);
    free = 1e6;
    vi.advanceTimersByTime(5 * ONE_MINUTE);
    expect(lines.slice(1)).toEqual(
      Array(5).fill(
        "error The server's disk is full. 1 MB of 100 GB are free. No events or recordings are stored until more than 134 MB are free. Forms and the console still work.",
      ),
    );
    free = 60e9;
    vi.advanceTimersByTime(5 * ONE_MINUTE);
    expect(lines.slice(6)).toEqual(["info The server's disk has room. 60 GB of 100 GB are free."]);
    stop();
    free = 0;
    vi.advanceTimersByTime(ONE_MINUTE);
    expect(lines).toHaveLength(7);
  });

  it("writes at most one line a minute when the level changes constantly", () => {
    const stop = watch();
    for (let time = 0; time < 120; time += 1) {
      free = time % 2 === 0 ? 1e6 : 60e9;
      vi.advanceTimersByTime(5 * ONE_SECOND);
    }
    expect(lines.length).toBeLessThanOrEqual(10);
    stop();
  });
});

describe("diskFullError", () => {
  const measure = () => ({ free, total: TOTAL });

  it("explains a failure on a full disk in one line, and never advises to restore", () => {
    free = 12e6;
    const error = diskFullError("/data", new Error("Aborted()"), measure);
    expect(error?.message).toBe(
      "The disk of /data is full: 12 MB are free, and the server needs 134 MB to start. Free up space on it and start again. Stored data stays as it is.",
    );
    expect(error?.stack).toBeUndefined();
  });

  it("finds the system's error in causes and in the output of child processes, even if there is free space", () => {
    const cause = Object.assign(new Error("ENOSPC: no space left on device, mkdir"), { code: "ENOSPC" });
    const output = "The event store process exited during startup (1). write: No space left on device";
    for (const error of [new Error("It failed.", { cause }), new Error(output)])
      expect(diskFullError("/data", error, measure)?.message).toContain(
        "although 60 GB are free. Check the user's quota",
      );
    expect(diskFullError("/data", new Error("Aborted()"), measure)).toBeNull();
    expect(diskFullError("/data", null, measure)).toBeNull();
  });
});
