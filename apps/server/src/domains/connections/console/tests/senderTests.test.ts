import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { ConnectionTestResponse } from "@marquee/contract/schema";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { borrowTestStores } from "../../../../testing/borrowStores.ts";
import { startConsole, type TestConsole } from "../../../../testing/startConsole.ts";
import { type MailServer, startMailServer } from "../../../../testing/startMailServer.ts";
import type { TestStores } from "../../../../testing/startTestStores.ts";

const SECRET = "sixteen characters";
let stores: TestStores;
let owner: TestConsole;
let mail: MailServer;
let server: Server;
let url: string;
let received: { headers: IncomingHttpHeaders; body: string }[];
let status: number;

beforeAll(async () => {
  stores = await borrowTestStores();
  owner = await startConsole(stores);
  mail = await startMailServer();
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    response.writeHead(status).end(`got it, ${SECRET}`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/leads`;
}, 120_000);
beforeEach(() => {
  received = [];
  status = 200;
});
afterAll(async () => {
  server.close();
  await mail.stop();
  await owner.app.close();
  await stores.stop();
});

const test = async (kind: string, definition: object, secrets: object = {}) =>
  (await owner.post(`/connections/${kind}/test`, { definition, secrets })).json() as ConnectionTestResponse;

it("posts a made-up lead to the webhook, signed, and shows the answer without the secret", async () => {
  expect(await test("lead-webhook", { url }, { secret: SECRET })).toEqual({
    isWorking: true,
    asked: `POST ${url}`,
    status: 200,
    answer: "got it, •••",
    error: null,
  });
  const [{ headers, body } = { headers: {}, body: "" }] = received;
  expect(JSON.parse(body)).toMatchObject({ isTest: true, email: "test@example.com" });
  const [, seconds, signature] = /^t=(\d+),v1=(\w+)$/.exec(String(headers["marquee-signature"])) ?? [];
  expect(signature).toBe(createHmac("sha256", SECRET).update(`${seconds}.${body}`).digest("hex"));
  status = 500;
  expect(await test("lead-webhook", { url }, { secret: SECRET })).toMatchObject({
    isWorking: false,
    status: 500,
    error: "The service responded with 500.",
  });
});

it.each([
  "http://hooks.slack.com/services/T/B/x",
  "https://hooks.slack.com.evil.example/services/T/B/x",
  "https://evil.example/?https://hooks.slack.com/services/T/B/x",
  "https://hooks.slack.com/services/T/B/x@evil.example",
  "https://hooks.slack.com/api/x",
])("posts to Slack only, not to %s", async (wrong) => {
  const answer = await owner.post("/connections/slack/test", { definition: {}, secrets: { url: wrong } });
  expect([answer.statusCode, answer.json().error.message]).toEqual([
    400,
    "Webhook URL: Use the URL of an incoming webhook, which starts with https://hooks.slack.com/services/.",
  ]);
});

const SMTP = () => ({ ...mail.settings, user: "site" });

it("sends an email to the owner who tests", async () => {
  expect(await test("smtp", SMTP(), { password: "right" })).toEqual({
    isWorking: true,
    asked: `Email to owner@trellis.example by 127.0.0.1:${mail.port}`,
    status: 250,
    answer: "250 queued as 1",
    error: null,
  });
  expect(mail.received).toMatchObject([{ to: ["owner@trellis.example"] }]);
  expect(await test("smtp", SMTP(), { password: "wrong" })).toMatchObject({
    isWorking: false,
    status: 535,
    error: expect.stringContaining("Wrong password"),
  });
});

it.each([
  [{ from: "a@b.example\r\nBcc: c@d.example" }, "Sender address: "],
  [{ from: "A <a@b.example>" }, "Sender address: "],
  [{ fromName: "A\nB" }, "Sender name: "],
  [{ leadRecipients: ["a@b.example, c@d.example"] }, "Notify about new leads: "],
  [{ port: 0 }, "Port: "],
  [{ host: "mail.example\r\nQUIT" }, "Server: "],
  [{ security: "ssl" }, "Encryption: "],
])("rejects %j", async (change, reason) => {
  const body = { definition: { ...SMTP(), ...change }, secrets: { password: "right" } };
  const answer = await owner.post("/connections/smtp/test", body);
  expect([answer.statusCode, answer.json().error.message]).toEqual([400, expect.stringContaining(reason)]);
});

it("asks for the password again before it goes to another server", async () => {
  const saved = await owner.put("/connections/smtp", {
    revision: 0,
    definition: SMTP(),
    secrets: { password: "right" },
  });
  expect(saved.statusCode).toBe(200);
  for (const change of [{ host: "mail.evil.example" }, { port: 2525 }, { security: "tls" }]) {
    const answer = await owner.post("/connections/smtp/test", {
      definition: { ...SMTP(), ...change },
      secrets: {},
    });
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      400,
      expect.stringContaining("would send the stored secrets to another address"),
    ]);
  }
  expect(await test("smtp", SMTP())).toMatchObject({ isWorking: true });
});
