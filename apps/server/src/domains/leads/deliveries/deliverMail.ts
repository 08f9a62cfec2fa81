import type { Connection } from "../../connections/startConnections.ts";
import { type Mail, MailError, sendMail } from "../../mail/sendMail.ts";
import type { AttemptResult } from "./delivery.types.ts";

/** Sends one email over the connection, as an attempt of a delivery. Never throws for the mail server's errors. */
export async function deliverMail(
  { settings, secrets, policy }: Connection<"smtp">,
  mail: Mail,
  signal: AbortSignal,
): Promise<AttemptResult> {
  try {
    const answer = await sendMail(mail, { settings, password: secrets.password ?? "", policy, signal });
    return { outcome: "delivered", answer };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { outcome: "failed", error: error.message, isFinal: error.isFinal };
  }
}
