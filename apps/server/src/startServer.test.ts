import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { readConfig } from "./platform/config/config.ts";
import { type ServerParts, startServer } from "./startServer.ts";
import { silent } from "./testing/startTestStores.ts";
import { temporaryDir } from "./testing/temporaryDir.ts";

it.each(["PORT", "METRICS_PORT"])("writes nothing if %s is in use", async (setting) => {
  const taken = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void taken.close());
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const dataDir = join(temporaryDir(), "data");
  const config = { ...readConfig({ PORT: "0", [setting]: String(port) }), dataDir };
  const exit = vi.spyOn(process, "exit").mockImplementation(() => {
    throw new Error("exit");
  });
  const said = vi.spyOn(console, "error").mockReturnValue(undefined);
  onTestFinished(() => {
    exit.mockRestore();
    said.mockRestore();
  });

  const parts = { config, log: silent } as unknown as ServerParts;
  await expect(startServer(async () => parts)).rejects.toThrow("exit");
  expect(said).toHaveBeenCalledWith(
    `Port ${port} is in use. Stop the process that uses it, or set ${setting} to another port.`,
  );
  expect(existsSync(dataDir)).toBe(false);
});
