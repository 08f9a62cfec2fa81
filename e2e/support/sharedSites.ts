import type { ConnectionKind, ConnectionsResponse } from "@marquee/contract/schema";
import { test as base } from "@playwright/test";
import { signInToApi } from "./consoleApi.ts";
import { type StartedSite, startSite } from "./startSite.ts";

/*
 * Specs that take turns with one server, because a start takes as much processor time as some of them. playwright.config.ts gives the specs
 * of each server a separate worker, which keeps the server until its last spec ends.
 */
const testOn = (offset: number, env: Record<string, string>) =>
  base.extend<object, { site: StartedSite }>({
    site: [
      // Playwright requires a destructured parameter.
      // biome-ignore lint/correctness/noEmptyPattern: this fixture uses no other.
      async ({}, use) => {
        const site = await startSite(offset, env);
        await use(site);
        await site.stop();
      },
      { scope: "worker", timeout: 150_000 },
    ],
  });

/** For specs that need a site without goals, boards, clicks and events of other specs. */
export const testOnNewSite = testOn(9, {});

/** For specs about connected tools, which run on this machine. Each calls {@link connectOnly} first. */
export const testWithTools = testOn(33, { CONNECTIONS_ALLOW_PRIVATE: "true" });

/** For specs that publish content, which is the same for all visitors. Each undoes its publications. */
export const testPublishing = testOn(16, {});

type Tools = Partial<Record<ConnectionKind, { settings: object; secrets?: object }>>;

/** Connects these tools, and disconnects all others, such as those of the previous spec. */
export async function connectOnly(site: StartedSite, tools: Tools): Promise<void> {
  const api = await signInToApi(site);
  const read = async () => (await api.get<ConnectionsResponse>("/connections")).connections;
  for (const { kind, state, revision } of await read())
    if (state !== "disconnected") await api.post(`/connections/${kind}/disconnect`, { revision });
  for (const { kind, revision } of await read()) {
    const tool = tools[kind];
    if (!tool) continue;
    const { settings: definition, secrets = {} } = tool;
    await api.put(`/connections/${kind}`, { revision, definition, secrets, acceptsScriptRisk: true });
  }
  await api.dispose();
}
