import { afterAll, vi } from "vitest";

/*
 * For projects whose test files share a process: each file evaluates its modules again and restores its
 * mocks afterwards, so that files do not affect each other.
 */
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
