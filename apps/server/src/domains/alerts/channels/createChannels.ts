import type { Timestamp } from "@marquee/contract";
import type { AlertChannel, ConnectionKind } from "@marquee/contract/schema";
import type { Connections } from "../../connections/startConnections.ts";
import { deliverMail } from "../../leads/deliveries/deliverMail.ts";
import type { AttemptResult } from "../../leads/deliveries/delivery.types.ts";
import { postJson } from "../../leads/deliveries/postJson.ts";
import { slackRequest } from "../../leads/deliveries/slackRequest.ts";
import { mailText } from "../../mail/mailText.ts";
import type { Mail } from "../../mail/sendMail.ts";
import type { CurrentSite } from "../../site/startSite.ts";
import { type Announced, describeAlarm } from "./alarmNotice.ts";
import { alarmRequest } from "./alarmRequest.ts";

interface ChannelsOptions {
  connections: Pick<Connections, "read" | "recordResult">;
  site: Pick<CurrentSite, "current">;
  /** Origin of the console. */
  consoleUrl: string;
}

interface SendOptions {
  /** Recipients of emails. */
  recipients: readonly string[];
  /** Whether it is a made-up alarm to test the channel. */
  isTest?: boolean;
  now: Timestamp;
  signal: AbortSignal;
}

/** The channels that announce alarms. */
export interface Channels {
  connected(): AlertChannel[];
  /** Sends one notification. Never throws. */
  send(channel: AlertChannel, announced: Announced, options: SendOptions): Promise<AttemptResult>;
  /** Sends another kind of email over the same connection. Never throws. */
  sendMail(mail: Mail, signal: AbortSignal): Promise<AttemptResult>;
}

const KINDS: Record<AlertChannel, ConnectionKind> = {
  email: "smtp",
  slack: "slack",
  webhook: "alert-webhook",
};

/** Not final: someone may connect it again. */
const NOT_CONNECTED: AttemptResult = { outcome: "failed", error: "It is not connected. Open Connections." };

export function createChannels({ connections, site, consoleUrl }: ChannelsOptions): Channels {
  /** Each result also shows at its connection, unless this server itself ended the attempt. */
  const recorded = async (channel: AlertChannel, signal: AbortSignal, result: AttemptResult | null) => {
    if (!result) return NOT_CONNECTED;
    if (!signal.aborted)
      await connections.recordResult(KINDS[channel], result.outcome === "failed" ? result.error : null);
    return result;
  };

  const mailed = async (mail: Mail, signal: AbortSignal): Promise<AttemptResult | null> => {
    const connection = connections.read("smtp");
    return connection && deliverMail(connection, mail, signal);
  };

  const attempt = async (
    channel: AlertChannel,
    announced: Announced,
    { recipients, isTest = false, now, signal }: SendOptions,
  ): Promise<AttemptResult | null> => {
    const notice = describeAlarm(announced, { consoleUrl, timeZone: site.current().timeZone });
    if (channel === "slack") {
      const connection = connections.read("slack");
      return connection && postJson(slackRequest(connection, notice), signal);
    }
    if (channel === "webhook") {
      const connection = connections.read("alert-webhook");
      return (
        connection &&
        postJson(alarmRequest(connection, { ...announced, url: notice.url, isTest }, now), signal)
      );
    }
    const text = mailText({
      title: notice.title,
      paragraphs: [],
      facts: notice.facts,
      link: { label: "Open it in the console", url: notice.url },
      footer: `You're receiving this because an alert of ${site.current().id} lists your address. To stop, ask an editor of its console to remove it.`,
    });
    const id = isTest ? {} : { id: `alarm-${announced.alarm.id}-${announced.event}` };
    return mailed({ to: recipients, subject: notice.title, ...id, ...text }, signal);
  };

  return {
    connected: () =>
      (Object.keys(KINDS) as AlertChannel[]).filter((channel) => connections.read(KINDS[channel]) !== null),
    send: async (channel, announced, options) =>
      recorded(channel, options.signal, await attempt(channel, announced, options)),
    sendMail: async (mail, signal) => recorded("email", signal, await mailed(mail, signal)),
  };
}
