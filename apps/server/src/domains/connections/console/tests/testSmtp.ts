import { mailText } from "../../../mail/mailText.ts";
import { MailError, sendMail } from "../../../mail/sendMail.ts";
import type { ConnectionTest } from "./connectionTest.ts";

/** Sends an email to the owner who tests the connection. */
export const testSmtp: ConnectionTest<"smtp"> = async ({ settings, secrets, policy }, { email }) => {
  const description = `Email to ${email} by ${settings.host}:${settings.port}`;
  const mail = { to: [email], subject: "Test from the console", ...TEXT };
  try {
    const answer = await sendMail(mail, { settings, password: secrets.password ?? "", policy });
    return { isWorking: true, asked: description, status: statusOf(answer), answer, error: null };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { isWorking: false, asked: description, status: error.status, answer: "", error: error.message };
  }
};

const TEXT = mailText({
  title: "Email works",
  paragraphs: ["Your mail server accepted this message from the console."],
  footer: "You're receiving this because you pressed the test button under Connections.",
});

/** Mail servers start their replies with a code of three digits (RFC 5321, section 4.2). */
function statusOf(answer: string): number | null {
  return /^\d{3}/.test(answer) ? Number(answer.slice(0, 3)) : null;
}
