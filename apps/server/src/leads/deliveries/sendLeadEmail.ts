import type { Connection } from "../../connections/startConnections.ts";
import { mailText } from "../../mail/mailText.ts";
import { MailError, sendMail } from "../../mail/sendMail.ts";
import type { AttemptOptions, AttemptResult } from "./delivery.types.ts";
import type { LeadNotice } from "./leadNotice.ts";

/** Sends a notification to everyone on the connection's list, as one email. @param summary with the lead's ID. */
export async function sendLeadEmail(
  { settings, secrets, policy }: Connection<"smtp">,
  { id, title, facts, url }: LeadNotice & { id: string },
  { signal }: AttemptOptions,
): Promise<AttemptResult> {
  const text = mailText({
    title,
    paragraphs: [],
    facts,
    link: { label: "Open the lead", url },
    footer: "You get this because an owner of the console entered your address under Connections.",
  });
  const mail = { to: settings.leadRecipients, subject: title, id: `lead-${id}`, ...text };
  try {
    const answer = await sendMail(mail, { settings, password: secrets.password ?? "", policy, signal });
    return { outcome: "delivered", answer };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { outcome: "failed", error: error.message, isFinal: error.isFinal };
  }
}
