import type { Logger } from "pino";
import { createLog } from "../platform/log/createLog.ts";

/** A logger like the server's, with its output. */
export interface CapturedLog {
  log: Logger;
  /** All lines so far, as they were written. */
  text(): string;
  lines(): Record<string, unknown>[];
}

export function captureLog(level = "trace"): CapturedLog {
  let written = "";
  const log = createLog({
    level,
    to: {
      write(line) {
        written += line;
      },
    },
  });
  return {
    log,
    text: () => written,
    lines: () =>
      written
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
