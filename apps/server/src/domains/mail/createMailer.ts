import { ONE_DAY, type Timestamp } from "@marquee/contract";
import { publicReason } from "../../platform/errors/publicReason.ts";
import type { Connection, Connections } from "../connections/startConnections.ts";
import { type MailParts, mailText } from "./mailText.ts";
import { MailError, sendMail } from "./sendMail.ts";

/** Sends emails to people with access to the console, over the SMTP connection. Its methods throw {@link MailError} if the server rejected the email, or none is connected. */
export interface Mailer {
  isConnected(): boolean;
  /** Whether password reset links may be sent: the connection has not changed for a day, so nobody set it up just to receive them. */
  maySendResetLinks(): boolean;
  sendResetLink(email: string, url: string): Promise<void>;
  /**
   * Tells an account that it owns a lead now. The email has no name, address or message of the lead, because those can't be deleted from a
   * mailbox.
   */
  sendNewOwner(email: string, lead: LeadMail): Promise<void>;
  /** Tells an owner about a change that grants someone permissions. @param connection the one to send it over. */
  sendOwnerNotice(
    email: string,
    notice: { text: string; url: string },
    connection: Connection<"smtp">,
  ): Promise<void>;
  /**
   * Tells a person about a change to their password or second factors. @param connection the one to send it over.
   */
  sendSignInNotice(
    email: string,
    notice: { text: string; url: string },
    connection: Connection<"smtp">,
  ): Promise<void>;
  /** Tells an account that its scheduled draft was not published. */
  sendNotPublished(email: string, draft: { name: string; problem: string; url: string }): Promise<void>;
}

interface LeadMail {
  title: string;
  facts: readonly (readonly [name: string, value: string])[];
  url: string;
}

export function createMailer(
  connections: Pick<Connections, "read" | "recordResult">,
  now: () => Timestamp,
): Mailer {
  const send = async (
    to: string,
    subject: string,
    parts: MailParts,
    connection: Connection<"smtp"> | null = connections.read("smtp"),
  ) => {
    if (!connection) throw new MailError("Email is no longer connected.", true);
    const { settings, secrets, policy } = connection;
    const mail = { to: [to], subject, ...mailText(parts) };
    try {
      await sendMail(mail, { settings, password: secrets.password ?? "", policy });
      await connections.recordResult("smtp", null);
    } catch (error) {
      await connections.recordResult(
        "smtp",
        error instanceof MailError ? error.message : publicReason(error),
      );
      throw error;
    }
  };
  return {
    isConnected: () => connections.read("smtp") !== null,
    maySendResetLinks() {
      const connection = connections.read("smtp");
      return connection !== null && now() - connection.changedAt >= ONE_DAY;
    },
    sendOwnerNotice: (email, { text, url }, connection) =>
      send(
        email,
        "Access to the console was changed",
        {
          title: text,
          paragraphs: [
            `This was done at ${new URL(url).host}. If no one on your team intended it, sign in, undo it, and reset the password of the account that did it, which ends its sessions.`,
          ],
          link: { label: "Open Changes", url },
          footer: "You're receiving this because you are an owner.",
        },
        connection,
      ),
    sendSignInNotice: (email, { text, url }, connection) =>
      send(
        email,
        "Your sign-in to the console was changed",
        {
          title: text,
          paragraphs: [
            `This was done at ${new URL(url).host}. If it wasn't you, reset your password, which ends all sessions, and tell an owner.`,
          ],
          link: { label: "Open Account", url },
          footer: "You're receiving this because it is your account.",
        },
        connection,
      ),
    sendResetLink: (email, url) => send(email, "Reset your console password", resetParts(url)),
    sendNewOwner: (email, { facts, url }) =>
      send(email, "You now own a lead", {
        title: "You now own a lead",
        paragraphs: ["You are the owner of this lead. Its status, notes and history are in the console."],
        facts,
        link: { label: "Open the lead", url },
        footer: "You're receiving this because someone on your team made you the owner of a lead.",
      }),
    sendNotPublished: (email, { name, problem, url }) =>
      send(email, `Not published: ${name}`, {
        title: "A scheduled draft was not published",
        paragraphs: [
          `${name} was scheduled to be published now, but wasn't: ${problem}`,
          "Visitors still see the earlier content. Decide what to keep, then publish the draft or schedule it again.",
        ],
        link: { label: "Open Publications", url },
        footer: "You're receiving this because you scheduled this draft.",
      }),
  };
}

function resetParts(url: string): MailParts {
  return {
    title: "Reset your password",
    paragraphs: [
      `Choose a new password for the console at ${new URL(url).host}. The link works once, within 30 minutes.`,
      "Changing the password signs you out everywhere.",
    ],
    link: { label: "Choose a new password", url },
    footer: "If you didn't request this, ignore this email. Your password won't change.",
  };
}
