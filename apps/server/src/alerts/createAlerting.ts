import type { Timestamp } from "@marquee/contract";
import type { Logger } from "pino";
import type { Connections } from "../connections/startConnections.ts";
import { type Channels, createChannels } from "./channels/createChannels.ts";
import { type ChecksOptions, createChecks } from "./checks/createChecks.ts";
import { createDigests, type Digests } from "./digest/createDigests.ts";
import { type Alerts, startAlerts } from "./startAlerts.ts";

interface MailSender {
  sendDue(signal: AbortSignal): Promise<void>;
}

interface AlertingOptions<Sender extends MailSender> extends ChecksOptions {
  connections: Pick<Connections, "read" | "recordResult">;
  /** Origin of this server. */
  publicUrl: string;
  /** Other emails that are sent by schedule over the same connection. */
  createSender: (channels: Channels) => Promise<Sender>;
  now: () => Timestamp;
  log: Pick<Logger, "warn">;
}

/** Alerts and weekly digests, running. */
export interface Alerting<Sender extends MailSender = MailSender> {
  alerts: Alerts;
  channels: Channels;
  digests: Digests;
  sender: Sender;
}

export async function createAlerting<Sender extends MailSender>(
  options: AlertingOptions<Sender>,
): Promise<Alerting<Sender>> {
  const channels = createChannels(options);
  const digests = await createDigests({ ...options, channels });
  const checks = createChecks(options);
  const sender = await options.createSender(channels);
  const sendMails = async (signal: AbortSignal) => {
    await digests.sendDue(signal);
    if (!signal.aborted) await sender.sendDue(signal);
  };
  const alerts = startAlerts({ ...options, checks, channels, sendMails });
  return { alerts, channels, digests, sender };
}
