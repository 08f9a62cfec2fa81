import type { LeadDestination } from "@marquee/contract";
import type { ConnectionKind } from "@marquee/contract/schema";
import type { Connection, Connections } from "../../connections/startConnections.ts";
import type { LeadRow } from "../leadStore.ts";
import type { AttemptOptions, AttemptResult, LeadSender } from "./delivery.types.ts";
import { describeLead } from "./leadNotice.ts";
import { postJson } from "./postJson.ts";
import { sendLeadEmail } from "./sendLeadEmail.ts";
import { slackRequest } from "./slackRequest.ts";
import { webhookRequest } from "./webhookRequest.ts";

interface SendersOptions {
  connections: Pick<Connections, "read" | "recordResult">;
  /** Origin of the console. */
  consoleUrl: string;
}

interface SenderParts<Kind extends ConnectionKind> {
  destination: LeadDestination;
  kind: Kind;
  /** Whether this connection is meant for leads. */
  isForLeads?: (connection: Connection<Kind>) => boolean;
  send(connection: Connection<Kind>, lead: LeadRow, options: AttemptOptions): Promise<AttemptResult>;
}

const NOT_CONNECTED: AttemptResult = {
  outcome: "failed",
  error: "This destination is no longer connected.",
  isFinal: true,
};

/** Senders for every destination. Each result also shows at its connection. */
export function createLeadSenders({ connections, consoleUrl }: SendersOptions): LeadSender[] {
  const sender = <Kind extends ConnectionKind>({
    destination,
    kind,
    isForLeads = () => true,
    send,
  }: SenderParts<Kind>): LeadSender => {
    const read = () => {
      const connection = connections.read(kind);
      return connection && isForLeads(connection) ? connection : null;
    };
    return {
      destination,
      isConnected: () => read() !== null,
      async send(lead, options) {
        const connection = read();
        if (!connection) return NOT_CONNECTED;
        const result = await send(connection, lead, options);
        // An attempt that this server aborted says nothing about the receiver.
        if (!options.signal.aborted)
          await connections.recordResult(kind, result.outcome === "failed" ? result.error : null);
        return result;
      },
    };
  };
  return [
    sender({
      destination: "webhook",
      kind: "lead-webhook",
      send: (connection, lead, { now, signal }) => postJson(webhookRequest(connection, lead, now), signal),
    }),
    sender({
      destination: "slack",
      kind: "slack",
      send: (connection, lead, { signal }) =>
        postJson(slackRequest(connection, describeLead(lead, consoleUrl)), signal),
    }),
    sender({
      destination: "email",
      kind: "smtp",
      isForLeads: ({ settings }) => settings.leadRecipients.length > 0,
      send: (connection, lead, options) =>
        sendLeadEmail(connection, { id: lead.id, ...describeLead(lead, consoleUrl) }, options),
    }),
  ];
}
