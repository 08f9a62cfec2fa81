import { afterAll, vi } from "vitest";

/*
 * For projects whose test files share a process: each file evaluates its modules anew, and what it has replaced is put back after it, so
 * that no file can tell which ones ran before it.
 */
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
