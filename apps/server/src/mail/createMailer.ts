import type { Connections } from "../connections/startConnections.ts";
import { mailText } from "./mailText.ts";
import { MailError, sendMail } from "./sendMail.ts";

/** Sends emails to people with access to the console, over the SMTP connection. */
export interface Mailer {
  isConnected(): boolean;
  /** @throws {MailError} if the server did not accept the email, or none is connected. */
  sendResetLink(email: string, url: string): Promise<void>;
}

export function createMailer(connections: Pick<Connections, "read" | "recordResult">): Mailer {
  return {
    isConnected: () => connections.read("smtp") !== null,
    async sendResetLink(email, url) {
      const connection = connections.read("smtp");
      if (!connection) throw new MailError("Email is no longer connected.", true);
      const { settings, secrets, policy } = connection;
      const mail = { to: [email], subject: "Reset your console password", ...resetText(url) };
      try {
        await sendMail(mail, { settings, password: secrets.password ?? "", policy });
        await connections.recordResult("smtp", null);
      } catch (error) {
        await connections.recordResult("smtp", error instanceof MailError ? error.message : String(error));
        throw error;
      }
    },
  };
}

function resetText(url: string) {
  return mailText({
    title: "Reset your password",
    paragraphs: [
      `Choose a new password for the console at ${new URL(url).host}. The link works once, within 30 minutes.`,
      "Changing the password signs you out everywhere.",
    ],
    link: { label: "Choose a new password", url },
    footer: "If you did not ask for this, ignore this email. Your password stays as it is.",
  });
}
