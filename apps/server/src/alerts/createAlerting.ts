import type { Timestamp } from "@marquee/contract";
import type { Logger } from "pino";
import type { Connections } from "../connections/startConnections.ts";
import { type Channels, createChannels } from "./channels/createChannels.ts";
import { type ChecksOptions, createChecks } from "./checks/createChecks.ts";
import { createDigests, type Digests } from "./digest/createDigests.ts";
import { type Alerts, startAlerts } from "./startAlerts.ts";

interface AlertingOptions extends ChecksOptions {
  connections: Pick<Connections, "read" | "recordResult">;
  /** Origin of this server. */
  publicUrl: string;
  now: () => Timestamp;
  log: Pick<Logger, "warn">;
}

/** Alerts and weekly digests, running. */
export interface Alerting {
  alerts: Alerts;
  channels: Channels;
  digests: Digests;
}

export async function createAlerting(options: AlertingOptions): Promise<Alerting> {
  const channels = createChannels(options);
  const digests = await createDigests({ ...options, channels });
  const checks = createChecks(options);
  const alerts = startAlerts({ ...options, checks, channels, sendDigests: digests.sendDue });
  return { alerts, channels, digests };
}
