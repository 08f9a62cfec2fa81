import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AddressPolicy } from "../../platform/http/addressPolicy.ts";
import { type MailServer, startMailServer } from "../../testing/startMailServer.ts";
import { mailText } from "./mailText.ts";
import { type Mail, MailError, type MailSettings, sendMail } from "./sendMail.ts";

let server: MailServer;
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(() => server.stop());

const MAIL: Mail = { to: ["eve@trellis.example"], subject: "Hello", text: "Hi", html: "<p>Hi</p>" };
/** Private networks are allowed unless a test sets another policy. */
const send = (
  mail: Partial<Mail> = {},
  settings: Partial<MailSettings> = {},
  password = "",
  policy: AddressPolicy = "private",
) => sendMail({ ...MAIL, ...mail }, { settings: { ...server.settings, ...settings }, password, policy });
const failure = async (sent: Promise<unknown>) => {
  const error = await sent.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof MailError)) throw new Error("no MailError", { cause: error });
  return error;
};
async function listen(other: Server) {
  other.listen(0, "127.0.0.1");
  await once(other, "listening");
  return (other.address() as AddressInfo).port;
}
async function closedPort() {
  const other = createServer();
  const port = await listen(other);
  other.close();
  return port;
}
const headersOf = (source = "") => source.split("\r\n\r\n", 1)[0]?.split("\r\n") ?? [];

describe("an email", () => {
  it("arrives with sender, recipients and both versions of its text", async () => {
    expect(await send({ to: ["eve@trellis.example", "ada@trellis.example"], id: "lead-1" })).toBe(
      "250 queued as 1",
    );
    const [{ from, to, source } = { from: "", to: [], source: "" }] = server.received;
    expect([from, to]).toEqual(["site@trellis.example", ["eve@trellis.example", "ada@trellis.example"]]);
    expect(headersOf(source)).toEqual(
      expect.arrayContaining([
        "From: Trellis <site@trellis.example>",
        "To: eve@trellis.example, ada@trellis.example",
        "Subject: Hello",
        "Message-ID: <lead-1@trellis.example>",
        "Auto-Submitted: auto-generated",
      ]),
    );
    expect(source).toContain("text/plain");
    expect(source).toContain("<p>Hi</p>");
  });

  it.each([
    ["a subject", { subject: "Hi\r\nBcc: mallory@evil.example\r\n\r\nNew body" }, {}],
    ["a subject with other line ends", { subject: "Hi\u2028Bcc: mallory@evil.example\u0085\u0000" }, {}],
    ["a sender's name", {}, { fromName: 'T"\r\nBcc: mallory@evil.example\r\nX: <evil@evil.example>' }],
  ])("gets no header and no recipient from %s", async (_what, mail, settings) => {
    await send(mail, settings);
    const [{ from, to, source } = { from: "", to: [], source: "" }] = server.received;
    expect([from, to]).toEqual(["site@trellis.example", ["eve@trellis.example"]]);
    const names = headersOf(source).map((line) => line.split(":", 1)[0]);
    expect(names).not.toContain("Bcc");
    expect(names).not.toContain("X");
  });

  it.each([
    "eve@trellis.example\r\nBcc: mallory@evil.example",
    "eve@trellis.example, mallory@evil.example",
    "Eve <eve@trellis.example>",
    "eve@trellis.example> SIZE=1\r\nRCPT TO:<mallory@evil.example",
    "",
  ])("is not sent to %j", async (address) => {
    const { message, isFinal } = await failure(send({ to: [address] }));
    expect([message, isFinal]).toEqual([expect.stringContaining("is not an email address"), true]);
    await failure(send({}, { from: address }));
    expect(server.received).toEqual([]);
  });

  it("does not read files or URLs that its text names", async () => {
    await send({ text: { path: "/etc/hostname" } as never }).catch(() => undefined);
    expect(server.received).toEqual([]);
  });
});

describe("the server", () => {
  it("gets the password", async () => {
    await send({}, { user: "site" }, "right");
    const { message, isFinal, status } = await failure(send({}, { user: "site" }, "wrong"));
    expect(server.logins).toEqual(["site right", "site wrong"]);
    // Someone can correct the password, so the email may be tried again.
    expect([message, isFinal, status]).toEqual([expect.stringContaining("Wrong password"), false, 535]);
    expect(message).not.toContain("wrong");
  });

  it.each([
    [550, true],
    [451, false],
  ])("rejects a recipient with %d: isFinal %s", async (code, expected) => {
    server.rejectWith(code);
    const { message, isFinal, status } = await failure(send());
    expect([isFinal, status]).toEqual([expected, code]);
    expect(message).toContain("Not here .");
  });

  it("must be on this machine to be used without TLS", async () => {
    for (const host of ["8.8.8.8", "[2606:4700::1111]"]) {
      const { message, isFinal } = await failure(send({}, { host }));
      expect([message, isFinal]).toEqual([expect.stringContaining("Use TLS or STARTTLS"), true]);
    }
  });

  it.each(["10.0.0.1", "169.254.169.254", "[fd00::1]", "127.0.0.1", "[::1]", "localhost"])(
    "may not be %s unless the operator allows private networks",
    async (host) => {
      for (const security of ["tls", "none"] as const) {
        const { message } = await failure(send({}, { host, security }, "", "public"));
        expect(message).toMatch(/is not a public address\..* CONNECTIONS_ALLOW_PRIVATE=true/);
      }
    },
  );

  it("gives the same error for no server and for anything but a mail server", async () => {
    const greet = (greeting: string) =>
      createServer((socket) => void socket.on("error", () => undefined).end(greeting));
    const servers = [
      greet("SSH-2.0-SECRET-BANNER\r\n"),
      greet("220 SECRET-BANNER FTP\r\n500 SECRET\r\n"),
      greet(""),
    ];
    const ports = [await closedPort()];
    for (const other of servers) ports.push(await listen(other));
    for (const security of ["none", "tls", "starttls"] as const)
      for (const port of ports) {
        const { message, status } = await failure(send({}, { port, security }));
        expect([message, status]).toEqual([
          `No mail server responds at 127.0.0.1:${port} with this encryption. Check server, port and encryption.`,
          null,
        ]);
      }
    for (const other of servers) other.close();
  });

  it("gets no data without STARTTLS, or with an untrusted certificate", async () => {
    await failure(send({}, { security: "starttls", user: "site" }, "right"));
    expect(server.logins).toEqual([]);
    const offering = await startMailServer({ disabledCommands: [] });
    await failure(send({}, { security: "starttls", user: "site", port: offering.port }, "right"));
    const secure = await startMailServer({ secure: true });
    await failure(send({}, { security: "tls", user: "site", port: secure.port }, "right"));
    expect([offering.logins, offering.received, secure.logins, secure.received]).toEqual([[], [], [], []]);
    await Promise.all([offering.stop(), secure.stop()]);
  });

  it("may be unavailable", async () => {
    const { port } = server;
    await server.stop();
    const { message, isFinal } = await failure(send({}, { port }));
    expect([message, isFinal]).toEqual([expect.stringContaining("No mail server responds"), false]);
    server = await startMailServer();
    const unknown = await failure(send({}, { host: "mail.invalid", security: "tls" }));
    expect([unknown.message, unknown.isFinal]).toEqual(["There is no host mail.invalid.", false]);
  });
});

it("escapes everything in the HTML version", () => {
  const hostile = `"><img src=x onerror=alert(1)>&'`;
  const { html, text } = mailText({
    title: hostile,
    paragraphs: [hostile],
    facts: [[hostile, hostile]],
    link: { label: hostile, url: `https://trellis.example/"><script>` },
    footer: hostile,
  });
  expect(html).not.toMatch(/<img|<script|="[^"]*'[^"]*onerror/);
  expect(html.match(/&quot;&gt;&lt;img/g)).toHaveLength(7);
  expect(text).toContain(hostile);
});
