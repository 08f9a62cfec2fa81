import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ConnectionSettings } from "@marquee/contract/schema";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** An accepted email. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as they arrived, with the lines of the headers and of quoted-printable text joined. */
  source: string;
}

/** A mail server on this machine. */
export interface MailServer {
  port: number;
  /** Of a connection to it. */
  settings: ConnectionSettings<"smtp">;
  received: ReceivedMail[];
  /** Recipients that were tried, including rejected ones. */
  recipients: string[];
  /** User names and passwords that were tried. */
  logins: string[];
  /** Reply code for the next emails instead of acceptance; null accepts them. */
  rejectWith(code: number | null): void;
  stop(): Promise<void>;
}

/** Starts a mail server without TLS, unless the options say otherwise. Its password is `right`. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const recipients: string[] = [];
  const logins: string[] = [];
  let rejection: number | null = null;
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    disabledCommands: ["STARTTLS"],
    onAuth({ username = "", password = "" }, _session, done) {
      logins.push(`${username} ${password}`);
      if (password === "right") done(null, { user: username });
      else done(new Error("Wrong password"));
    },
    onRcptTo({ address }, _session, done) {
      recipients.push(address);
      done(
        rejection === null ? null : Object.assign(new Error("Not here\u202e."), { responseCode: rejection }),
      );
    },
    onData(stream, { envelope }, done) {
      text(stream).then((raw) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : "";
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, source: unfold(raw) });
        done(null, "queued as 1");
      }, done);
    },
    ...options,
  });
  // Clients that reject the certificate close the connection.
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  return {
    port,
    settings: {
      host: "127.0.0.1",
      port,
      security: "none",
      user: "",
      from: "site@trellis.example",
      fromName: "Trellis",
      leadRecipients: [],
    },
    received,
    recipients,
    logins,
    rejectWith(code) {
      rejection = code;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function unfold(raw: string): string {
  return raw
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\r\n[ \t]/g, " ");
}
