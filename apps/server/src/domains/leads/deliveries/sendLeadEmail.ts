import type { Connection } from "../../connections/startConnections.ts";
import { mailText } from "../../mail/mailText.ts";
import { deliverMail } from "./deliverMail.ts";
import type { AttemptOptions, AttemptResult } from "./delivery.types.ts";
import type { LeadNotice } from "./leadNotice.ts";

/** Sends a notification to everyone on the connection's list, as one email. @param summary with the lead's ID. */
export async function sendLeadEmail(
  connection: Connection<"smtp">,
  { id, title, facts, url }: LeadNotice & { id: string },
  { signal }: AttemptOptions,
): Promise<AttemptResult> {
  const text = mailText({
    title,
    paragraphs: [],
    facts,
    link: { label: "Open the lead", url },
    footer: "You're receiving this because an owner of the console entered your address under Connections.",
  });
  const mail = { to: connection.settings.leadRecipients, subject: title, id: `lead-${id}`, ...text };
  return deliverMail(connection, mail, signal);
}
