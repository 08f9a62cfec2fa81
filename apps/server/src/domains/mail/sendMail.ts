import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { cutText, isEmailAddress, type Milliseconds, ONE_SECOND } from "@marquee/contract";
import type { SendMailOptions, SMTPSentMessageInfo, SMTPTransportOptions } from "nodemailer";
import { type AddressPolicy, isAllowedAddress, refusalOf } from "../../platform/http/addressPolicy.ts";

/** The mail server and the sender. */
export interface MailSettings {
  host: string;
  port: number;
  /** TLS from the start, after a plain greeting (RFC 3207), or none, which is allowed only for a local server. */
  security: "tls" | "starttls" | "none";
  /** Empty without sign-in. */
  user: string;
  from: string;
  /** Sender's name; may be empty. */
  fromName: string;
}

export interface Mail {
  to: readonly string[];
  subject: string;
  text: string;
  html: string;
  /** URL that ends the subscription. Email clients show a button for it, which posts to the URL (RFC 8058). */
  unsubscribeUrl?: string;
  /** Stays the same on retries, so that email clients show it once. Without angle brackets. */
  id?: string;
}

interface MailOptions {
  settings: MailSettings;
  password: string;
  /** Addresses that the server may have. */
  policy: AddressPolicy;
  signal?: AbortSignal;
}

/** An email that was not accepted. */
export class MailError extends Error {
  override name = "MailError";
  /** The server rejected this email or its recipients for good. */
  readonly isFinal: boolean;
  /** The server's reply code; null if it did not respond. */
  readonly status: number | null;

  constructor(message: string, isFinal: boolean, status: number | null = null) {
    super(message);
    this.isFinal = isFinal;
    this.status = status;
  }
}

const TIMEOUT: Milliseconds = 10 * ONE_SECOND;
const MAX_ANSWER_LENGTH = 200;

/**
 * Sends one email over a new connection.
 * @returns the server's answer, such as `250 OK: queued as 4Fz8`.
 * @throws {MailError} with a message for people.
 */
export async function sendMail(
  mail: Mail,
  { settings, password, policy, signal }: MailOptions,
): Promise<string> {
  for (const address of [settings.from, ...mail.to]) {
    if (!isEmailAddress(address)) throw new MailError(`${toLine(address)} is not an email address.`, true);
  }
  const { host, isLocal } = await resolveHost(settings.host, policy);
  if (settings.security === "none" && !isLocal)
    throw new MailError(
      "Use TLS or STARTTLS. Only a server on this machine can be used without encryption.",
      true,
    );
  // Loaded on demand, because many servers never send email.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport(transportOptions(settings, password, host));
  const abort = () => transport.close();
  signal?.addEventListener("abort", abort, { once: true });
  try {
    signal?.throwIfAborted();
    return answerOf(await transport.sendMail(messageOf(mail, settings)));
  } catch (error) {
    throw toMailError(error, settings);
  } finally {
    signal?.removeEventListener("abort", abort);
    transport.close();
  }
}

/** Resolves the host once, so that the checked address is the one used. */
async function resolveHost(name: string, policy: AddressPolicy): Promise<{ host: string; isLocal: boolean }> {
  const bare = name.replace(/^\[|\]$/g, "");
  const address = isIP(bare) ? bare : await addressOf(bare);
  const isLocal = isAllowedAddress(address, "loopback") && !isAllowedAddress(address, "public");
  if (!isAllowedAddress(address, policy)) throw new MailError(refusalOf(address), true);
  return { host: address, isLocal };
}

async function addressOf(host: string): Promise<string> {
  try {
    return (await lookup(host)).address;
  } catch {
    throw new MailError(`There is no host ${toLine(host)}.`, false);
  }
}

function transportOptions(
  { host: name, port, security, user }: MailSettings,
  pass: string,
  host: string,
): SMTPTransportOptions {
  const isNamed = isIP(name.replace(/^\[|\]$/g, "")) === 0;
  return {
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    tls: { minVersion: "TLSv1.2", ...(isNamed && { servername: name }) },
    ...(user !== "" && { auth: { user, pass } }),
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Addresses are objects, because the library would split a string at commas. */
function messageOf(
  { to, subject, text, html, id, unsubscribeUrl }: Mail,
  { from, fromName }: MailSettings,
): SendMailOptions {
  return {
    from: { name: toLine(fromName), address: from },
    to: to.map((address) => ({ name: "", address })),
    subject: toLine(subject),
    text,
    html,
    ...(id !== undefined && { messageId: `<${id}@${from.slice(from.indexOf("@") + 1)}>` }),
    // Asks vacation responders not to reply (RFC 3834).
    headers: {
      "auto-submitted": "auto-generated",
      ...(unsubscribeUrl !== undefined && {
        "list-unsubscribe": `<${unsubscribeUrl}>`,
        "list-unsubscribe-post": "List-Unsubscribe=One-Click",
      }),
    },
  };
}

function answerOf({ response, rejected }: SMTPSentMessageInfo): string {
  const refused = rejected.length === 0 ? "" : ` Not accepted for ${rejected.length} recipients.`;
  return `${toLine(response)}${refused}`;
}

/** Steps whose permanent rejection is about the email and not about the account or the connection. */
const MESSAGE_CODES = ["EENVELOPE", "EMESSAGE"];
/** Steps that only a mail server reaches. */
const ANSWER_CODES = [...MESSAGE_CODES, "EAUTH"];

/**
 * A mail server's replies are passed on. Before the peer has proven to be one, nothing is, because the error would reveal which services listen where,
 * and what they send.
 */
function toMailError(error: unknown, { host, port }: MailSettings): MailError {
  const { message, code = "", responseCode = 0 } = error as Error & { code?: string; responseCode?: number };
  if (ANSWER_CODES.includes(code)) {
    const isFinal = responseCode >= 500 && MESSAGE_CODES.includes(code);
    return new MailError(toLine(message), isFinal, responseCode || null);
  }
  const place = `${toLine(host)}:${port}`;
  if (/certificate/i.test(message))
    return new MailError(
      `The certificate of ${place} is not valid for it, or wasn't signed by an authority that this server trusts.`,
      false,
    );
  return new MailError(
    `No mail server responds at ${place} with this encryption. Check server, port and encryption.`,
    false,
  );
}

/** One line without control characters, which could add headers or hide text. */
function toLine(text: string): string {
  return cutText(text.replace(/[\s\p{C}]+/gu, " ").trim(), MAX_ANSWER_LENGTH);
}
