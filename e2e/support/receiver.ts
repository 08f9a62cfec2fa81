import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A simulation of a CRM, a booking page and a mail server. */
export interface Receiver {
  url: string;
  mailPort: number;
  /** Path and body of each request. */
  requests: { path: string; body: string }[];
  /** Emails, with lines joined. */
  mails: string[];
  /** Status of the next responses to `POST /leads`. */
  answerLeadsWith(status: number): void;
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const requests: Receiver["requests"] = [];
  const mails: string[] = [];
  let status = 200;
  const web = createServer(async (request, response) => {
    const path = request.url ?? "";
    requests.push({ path, body: await text(request) });
    if (path === "/leads") response.writeHead(status, { "content-type": "text/plain" }).end("from the CRM");
    else
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<!doctype html><title>Booking</title><h1>Choose a slot</h1>`);
  }).listen(0, "127.0.0.1");
  const mail = new SMTPServer({
    logger: false,
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, _session, done) {
      text(stream).then((raw) => {
        mails.push(raw.replace(/=\r\n/g, "").replace(/=3D/g, "="));
        done(null, "queued");
      }, done);
    },
  });
  const listening = mail.listen(0, "127.0.0.1");
  await Promise.all([once(web, "listening"), once(listening, "listening")]);
  return {
    url: `http://127.0.0.1:${(web.address() as AddressInfo).port}`,
    mailPort: (listening.address() as AddressInfo).port,
    requests,
    mails,
    answerLeadsWith(next) {
      status = next;
    },
    async stop() {
      web.closeAllConnections();
      await Promise.all([
        new Promise((resolve) => web.close(resolve)),
        new Promise<void>((resolve) => mail.close(() => resolve())),
      ]);
    },
  };
}
