import type { Timestamp } from "@marquee/contract";
import type { AlertDefinition, AlertPreviewResponse } from "@marquee/contract/schema";
import type { Logger } from "pino";
import type { SigningKeys } from "../../platform/storage/records/signingKeys.ts";
import type { Connections } from "../connections/startConnections.ts";
import { type Channels, createChannels } from "./channels/createChannels.ts";
import { type ChecksOptions, createChecks } from "./checks/createChecks.ts";
import { createDigests, type Digests } from "./digest/createDigests.ts";
import { previewAlert } from "./previewAlert.ts";
import { type Alerts, startAlerts } from "./startAlerts.ts";

interface MailSender {
  sendDue(signal: AbortSignal): Promise<void>;
}

interface AlertingOptions<Sender extends MailSender> extends ChecksOptions {
  connections: Pick<Connections, "read" | "recordResult">;
  keys: Pick<SigningKeys, "of">;
  /** Origin of the console. */
  consoleUrl: string;
  /** Other emails that are sent by schedule over the same connection. */
  createSender: (channels: Channels) => Sender;
  now: () => Timestamp;
  log: Pick<Logger, "warn">;
}

/** Alerts and weekly digests, running. */
export interface Alerting<Sender extends MailSender = MailSender> {
  alerts: Alerts;
  channels: Channels;
  digests: Digests;
  sender: Sender;
  /** Alarms that an alert would have opened. @throws {ApiError} bad_request for kinds that count nothing. */
  preview: (alert: AlertDefinition) => Promise<AlertPreviewResponse>;
}

export function createAlerting<Sender extends MailSender>(
  options: AlertingOptions<Sender>,
): Alerting<Sender> {
  const channels = createChannels(options);
  const digests = createDigests({ ...options, channels });
  const checks = createChecks(options);
  const sender = options.createSender(channels);
  const sendMails = async (signal: AbortSignal) => {
    await digests.sendDue(signal);
    if (!signal.aborted) await sender.sendDue(signal);
  };
  const alerts = startAlerts({ ...options, checks, channels, sendMails });
  const preview = (alert: AlertDefinition) => previewAlert(checks, alert, options.now());
  return { alerts, channels, digests, sender, preview };
}
