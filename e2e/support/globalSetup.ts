import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { archivedFilePath } from "@marquee/contract";
import type { AlertsResponse } from "@marquee/contract/schema";
import { expect } from "@playwright/test";
import { ensureBuilt } from "../../scripts/lib/build.mjs";
import { currentBuild } from "../../scripts/lib/builds.mjs";
import { signInToApi } from "./consoleApi.ts";
import { ensureTemplate, TEMPORARY_DIR } from "./dataTemplate.ts";
import { OWNER } from "./owner.ts";
import { SHARED_URL, startServer, startSite } from "./startSite.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Compressed copies of other files. */
const COPY = /\.(?:br|gz)$/;
const OWNER_ENV = { OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password };

/** Starts the server that most tests share. @returns a function that stops it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await ensureBuilt();
  await ensureTemplate(fillTemplate);
  const contentDir = mkdtempSync(join(TEMPORARY_DIR, "marquee-content-"));
  cpSync(join(ROOT, "content"), contentDir, { recursive: true });
  // Tests publish by writing to the folder, which the server watches.
  process.env.E2E_CONTENT_DIR = contentDir;
  const { port } = new URL(SHARED_URL);
  const dataDir = mkdtempSync(join(TEMPORARY_DIR, "marquee-e2e-"));
  process.env.E2E_SHARED_DATA = dataDir;
  const site = await startSite(0, {
    DATA_DIR: dataDir,
    CONTENT_DIR: contentDir,
    // Tests choose their IP address (X-Forwarded-For), so that they do not share rate limits.
    TRUSTED_PROXIES: "127.0.0.1",
    ALLOWED_ORIGINS: `http://localhost:${Number(port) + 1}`,
  });
  return async () => {
    await site.stop();
    for (const folder of [contentDir, dataDir]) rmSync(folder, { recursive: true, force: true });
  };
}

/** Creates the owner's account, archives the files of the build and checks the alerts, which every server would do otherwise. */
async function fillTemplate(dataDir: string): Promise<void> {
  const port = Number(new URL(SHARED_URL).port);
  const site = await startServer({ port, env: { DATA_DIR: dataDir, ...OWNER_ENV } });
  const api = await signInToApi(site);
  const files = readdirSync(join(currentBuild(), "site/client/assets")).filter((name) => !COPY.test(name));
  const isArchived = async (name: string) =>
    (await api.read(archivedFilePath(`/assets/${name}`, Date.now()))).ok();
  // A server checks alerts a while after its start, but immediately when one is saved.
  const [first] = (await api.get<AlertsResponse>("/alerts")).alerts;
  if (!first) throw new Error("A new site has alerts.");
  await api.put(`/alerts/${first.id}`, { revision: first.revision, definition: first.definition });
  for (const name of files) await expect.poll(() => isArchived(name), { timeout: 60_000 }).toBe(true);
  const unchecked = async () =>
    (await api.get<AlertsResponse>("/alerts")).alerts.filter(({ status }) => status === null);
  await expect.poll(unchecked, { timeout: 120_000 }).toEqual([]);
  await api.dispose();
  await site.stop();
}
