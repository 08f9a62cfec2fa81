import { join } from "node:path";
import { expect, it } from "vitest";
import { startStores } from "../../platform/storage/stores.ts";
import { createBackups, eventRowsIn } from "../../testing/backups.ts";
import { eventRows } from "../../testing/eventRow.ts";
import { startEngine } from "../../testing/startEngine.ts";
import { startTestStores } from "../../testing/startTestStores.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";

it("stores on servers are backed up, and filled again after an interruption", async () => {
  const [from, to] = [await startEngine(temporaryDir()), await startEngine(temporaryDir())];
  const stores = await startTestStores(temporaryDir(), { clickhouseUrl: from.url });
  const backups = await createBackups(stores);
  const file = join(backups.folder, "server's.backup");
  const dataDir = temporaryDir();
  const change = { clickhouseUrl: to.url };
  try {
    await stores.eventStore.insert("events", eventRows(6000, "event "), "events");
    await backups.backUp(file);
    const stop = (rows: number) => {
      if (rows >= 6000) throw new Error("stopped");
    };
    await expect(backups.restore(file, dataDir, { change, onProgress: stop })).rejects.toThrow("stopped");
    await backups.restore(file, dataDir, { change });
    const restored = await startStores(await backups.optionsFor(dataDir, change));
    expect(await eventRowsIn(restored)).toEqual(await eventRowsIn(stores));
    await restored.stop();
  } finally {
    backups.remove();
    await stores.stop();
    await Promise.all([from.kill(), to.kill()]);
  }
});
