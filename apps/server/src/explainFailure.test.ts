import { describe, expect, it } from "vitest";
import { explainFailure } from "./explainFailure.ts";
import { ConfigError } from "./platform/config/config.ts";
import { EventStoreError } from "./platform/errors/eventStoreError.ts";
import { RecordsError } from "./platform/errors/recordsError.ts";
import { DataDirError } from "./platform/storage/dataDir.ts";
import { mountSmallDisk } from "./testing/smallDisk.ts";
import { temporaryDir } from "./testing/temporaryDir.ts";

describe("explain", () => {
  it("explains every error caused by a full disk, and never advises to restore", () => {
    const dir = temporaryDir();
    const noSpace = "ENOSPC: no space left on device, mkdir";
    for (const error of [
      new DataDirError(
        `The data folder ${dir} cannot be written (${noSpace}). Set DATA_DIR to one that can.`,
      ),
      new RecordsError("Restore that folder from a backup.", new Error(noSpace)),
      new Error(`The ingest process did not start: ${noSpace}`),
    ]) {
      expect(explainFailure(error, dir)).toContain(`The disk of ${dir} accepts no more files`);
      expect(explainFailure(error, dir)).not.toMatch(/backup|restore|\n/i);
    }
  });

  it("blames a full disk only for otherwise unexplained errors", (context) => {
    const dir = mountSmallDisk(context, 1024 ** 2);
    const crash = new Error("The event store process exited during startup (SIGBUS).");
    expect(explainFailure(crash, dir)).toContain(`The disk of ${dir} is full: `);
    expect(explainFailure(new ConfigError(["PORT=x: use a number."]), dir)).toBe("PORT=x: use a number.");
    const inUse = Object.assign(new Error("listen"), { code: "EADDRINUSE", port: 3000 });
    expect(explainFailure(inUse, dir)).toContain("Port 3000 is in use.");
  });

  it("says in one line why the event store does not start", () => {
    const message = "CLICKHOUSE_URL: connect ECONNREFUSED 127.0.0.1:8123";
    const error = new EventStoreError(message, new Error("connect ECONNREFUSED"));
    expect(explainFailure(error, temporaryDir())).toBe(message);
  });

  it("keeps the stack of an error that nothing explains", () => {
    const error = new Error("A mistake.");
    expect(explainFailure(error, temporaryDir())).toBe(error.stack);
  });
});
