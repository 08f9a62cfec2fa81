import type { AddressInfo } from "node:net";
import type { ExperimentDefinition, FlagDefinition } from "@marquee/contract";
import fastify from "fastify";
import { listExperiments } from "../domains/experiments/experimentStore.ts";
import { experiments } from "../domains/experiments/tables.ts";
import { protocolRoutes } from "../domains/flags/protocol/protocolRoutes.ts";
import { type Flags, startFlags } from "../domains/flags/startFlags.ts";
import { flags as flagTable } from "../domains/flags/tables.ts";
import type { Records } from "../platform/storage/records/records.ts";
import { minimalFlagFile } from "./minimalFlags.ts";
import { minimalSite } from "./minimalSite.ts";
import { silent } from "./startTestStores.ts";

export const CLIENT_KEY = "sdk-test";
export const SERVER_KEY = "server-test";

/** GrowthBook's protocol on a real record store, listening on its own port. */
export interface TestProtocol {
  url: string;
  port: number;
  flags: Flags;
  /** Replaces flags and running experiments and notifies all clients. */
  change(change: {
    flags?: FlagDefinition[];
    running?: ExperimentDefinition[];
    phase?: number;
  }): Promise<void>;
  stop(): Promise<void>;
}

interface TestProtocolOptions {
  records: Records;
  serverKey?: string | null;
  areRulesPublic?: boolean;
  port?: number;
}

export async function startProtocol(options: TestProtocolOptions): Promise<TestProtocol> {
  const { records, serverKey = null, areRulesPublic = false, port = 0 } = options;
  const environment = "production" as const;
  const flags = await startFlags({
    records,
    listExperiments: () => listExperiments(records.db),
    file: minimalFlagFile,
    siteContent: minimalSite.siteContent,
    environment,
    now: Date.now,
    log: silent,
  });
  // Tests set the client's IP address with x-forwarded-for.
  const app = fastify({
    forceCloseConnections: "idle",
    trustProxy: true,
    routerOptions: { maxParamLength: 200 },
  });
  const countries = { codeOf: () => "DE" };
  await app.register(
    protocolRoutes({
      settings: { publicUrl: "http://127.0.0.1", cookieDomain: null },
      findPage: () => undefined,
      keptParameters: new Set(),
      areRulesPublic,
      flags,
      countries,
      clientKey: CLIENT_KEY,
      serverKey,
    }),
  );
  await app.listen({ port, host: "127.0.0.1" });
  const used = (app.server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${used}`,
    port: used,
    flags,
    async change({ flags: definitions = [], running = [], phase = 1 }) {
      await replace(records, definitions, running, phase);
      await flags.announce();
    },
    async stop() {
      await app.close();
      await flags.stop();
    },
  };
}

async function replace(
  { db }: Records,
  definitions: FlagDefinition[],
  running: ExperimentDefinition[],
  phase: number,
): Promise<void> {
  const written = { revision: 1, updatedAt: new Date(), updatedBy: "editor@trellis.example" };
  await db.transaction(async (tx) => {
    await tx.delete(flagTable);
    await tx.delete(experiments);
    for (const definition of definitions)
      await tx.insert(flagTable).values({ key: definition.key, definition, ...written });
    for (const definition of running)
      await tx
        .insert(experiments)
        .values({ key: definition.key, definition, phase, state: "running", ...written });
  });
}
