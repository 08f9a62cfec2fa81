import { ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { captureLog } from "../../testing/captureLog.ts";
import { writeRepeats } from "./repeats.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const TEXT = "It failed.";
const repeatsOf = (lines: Record<string, unknown>[]) => lines.map(({ repeated = null }) => repeated);

describe("a line", () => {
  it("has the text, numbers, words and known addresses, and nothing else of its fields", () => {
    const { log, lines } = captureLog();
    const fields = { depth: 3, isDone: true, lastError: null, signal: "SIGTERM", table: "replay_segments" };
    log.info(
      {
        ...fields,
        problem: "Slack responded with 400: zq",
        path: "/de/pricing?email=zq",
        body: { email: "zq" },
        headers: ["zq"],
        stderr: "zq@zq.example\nError: zq\n    at read (/srv/main.js:1:2)",
      },
      TEXT,
    );
    expect(lines()).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        pid: process.pid,
        hostname: expect.any(String),
        msg: TEXT,
        ...fields,
        problem: "Slack responded with 400 …",
        path: "/de/pricing",
        stderr: "…\nError …\n    at read (/srv/main.js:1:2)",
      },
    ]);
  });

  it("has no message of an error in place of its text", () => {
    const { log, lines } = captureLog();
    log.error(new Error("Failed: zq"));
    log.error({ err: new Error("Failed too: zq") });
    expect(lines().map(({ msg }) => msg)).toEqual(["Failed …", "Failed too …"]);
  });
});

describe("a repeated error", () => {
  const fail = ({ log }: ReturnType<typeof captureLog>, code = "ECONNRESET") => {
    log.error({ err: Object.assign(new Error("read"), { code }) }, TEXT);
  };

  it("is one line at once and one a minute with a count, until it no longer occurs", () => {
    const captured = captureLog();
    for (let index = 0; index < 100; index++) fail(captured);
    expect(repeatsOf(captured.lines())).toEqual([null]);
    vi.advanceTimersByTime(ONE_MINUTE - 1);
    expect(captured.lines()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(repeatsOf(captured.lines())).toEqual([null, 99]);
    expect(captured.lines()[1]).toMatchObject({ level: 50, msg: TEXT, err: { code: "ECONNRESET" } });
    fail(captured);
    expect(captured.lines()).toHaveLength(2);
    vi.advanceTimersByTime(ONE_MINUTE);
    expect(repeatsOf(captured.lines())).toEqual([null, 99, 1]);
    vi.advanceTimersByTime(10 * ONE_MINUTE);
    expect(captured.lines()).toHaveLength(3);
    fail(captured);
    expect(repeatsOf(captured.lines())).toEqual([null, 99, 1, null]);
  });

  it("is distinguished by text, level, code, place, connection and table", () => {
    const captured = captureLog();
    const { log, lines } = captured;
    for (let index = 0; index < 2; index++) {
      fail(captured);
      fail(captured, "EPIPE");
      log.warn({ err: new Error("read") }, TEXT);
      log.error("Another text.");
      log.error({ connection: "slack" }, TEXT);
      log.error({ connection: "smtp", lead: index }, TEXT);
      log.error({ err: new TypeError("read") }, TEXT);
    }
    expect(lines()).toHaveLength(7);
  });

  it("is always written if it is fatal, or below warning", () => {
    const { log, lines } = captureLog();
    for (let index = 0; index < 3; index++) {
      log.fatal({ err: new Error("read") }, TEXT);
      log.info({ err: new Error("read") }, TEXT);
    }
    expect(lines()).toHaveLength(6);
  });

  it("is counted when the process ends", () => {
    const captured = captureLog();
    for (let index = 0; index < 3; index++) fail(captured);
    process.emit("exit", 0);
    expect(repeatsOf(captured.lines())).toEqual([null, 2]);
    writeRepeats();
    vi.advanceTimersByTime(ONE_MINUTE);
    expect(captured.lines()).toHaveLength(2);
  });

  it("is counted when there are too many others, of which no more than 400 are remembered", () => {
    const { log, lines } = captureLog();
    log.warn("first");
    log.warn("first");
    for (let index = 0; index < 1000; index++) log.warn(`other ${index}`);
    expect(vi.getTimerCount()).toBeLessThanOrEqual(400);
    expect(lines().filter(({ msg }) => msg === "first")).toEqual([
      expect.not.objectContaining({ repeated: 1 }),
      expect.objectContaining({ repeated: 1 }),
    ]);
  });

  it("is not counted again by the process that passes it on", () => {
    const [ingest, server] = [captureLog(), captureLog()];
    const passOn = () => {
      for (const { level, msg, ...fields } of ingest.lines().slice(server.lines().length))
        server.log[level === 50 ? "error" : "warn"](fields, String(msg));
    };
    fail(ingest);
    vi.advanceTimersByTime(10 * ONE_SECOND);
    passOn();
    vi.advanceTimersByTime(49 * ONE_SECOND);
    fail(ingest);
    vi.advanceTimersByTime(ONE_SECOND);
    passOn();
    expect(repeatsOf(server.lines())).toEqual([null, 1]);
    expect(server.lines().map(({ err }) => err)).toEqual(ingest.lines().map(({ err }) => err));
  });
});
