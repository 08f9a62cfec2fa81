import { randomUUID } from "node:crypto";
import { deflateSync, gzipSync, inflateSync } from "node:zlib";
import { CONSENT_COOKIE, CONSENT_GROUPS, CONSENT_TEXT_VERSION, formatConsentCookie } from "@marquee/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { borrowTestStores } from "../testing/borrowStores.ts";
import { replayEvents, replaySegment, SEGMENT_START, USER_AGENT } from "../testing/replaySegment.ts";
import { startTestApp, type TestApp } from "../testing/startTestApp.ts";
import { createTemporaryDir, removeDir } from "../testing/temporaryDir.ts";

const CANARY = /zq(?:ann|corp|secret|code|query|fragment)/i;
const EMAIL = "zqann.zq+x@zqcorp.com";
const encoded = encodeURIComponent(EMAIL);
const QUERY = `?token=zqsecret&plan=team&back=${encodeURIComponent(`/x?reset=zqsecret&to=${encoded}`)}&code=zqcode`;
const PLACE = `/users/${EMAIL}/${encodeURIComponent(encoded)}${QUERY}#/done?sid=zqsecret`;
const URL_TEXT = `https://trellis.example${PLACE}`;
const FOREIGN = `https://mail.example/inbox/${EMAIL}?anything=zqquery#zqfragment`;
const MESSAGE = `${EMAIL} has no plan: GET ${URL_TEXT} failed`;
const STACK = `Error: ${MESSAGE}\n    at load (${URL_TEXT}:1:2)\nsend@${URL_TEXT}:3:4`;

const dataDir = createTemporaryDir();
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ dataDir, stores: await borrowTestStores() });
});
afterAll(async () => {
  await server.stop();
  removeDir(dataDir);
});

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, {
    method: "POST",
    body: typeof body === "string" || body instanceof Buffer ? body : JSON.stringify(body),
    headers: { "user-agent": USER_AGENT, "content-type": "text/plain", ...headers },
    redirect: "manual",
  });
  return { status: response.status, text: await response.text() };
}

async function accept(...request: Parameters<typeof post>) {
  const { status, text } = await post(...request);
  expect([200, 202, 303], text).toContain(status);
}

const PAGE = { url: URL_TEXT, path: PLACE, search: QUERY, referrer: FOREIGN, title: `${EMAIL} – Trellis` };
const touch = { utm_source: "news", utm_campaign: EMAIL, utm_term: encoded, referrer: FOREIGN };
const CONTEXT = {
  page: PAGE,
  campaign: { name: EMAIL, source: "news", term: `for ${EMAIL}` },
  attribution: { first: touch, last: touch },
};
const event = (type: string, more: object) => ({
  type,
  messageId: `stored-${randomUUID()}`,
  anonymousId: "visitor",
  context: CONTEXT,
  ...more,
});

async function sendEvents() {
  const batch = [
    event("page", { name: EMAIL, properties: { ...PAGE, name: `${EMAIL} home`, actual_url: URL_TEXT } }),
    event("screen", { name: `Screen of ${EMAIL}`, properties: PAGE }),
    event("track", { event: "Button Clicked", properties: { href: `mailto:${EMAIL}`, target: URL_TEXT } }),
    event("track", {
      event: "Error Occurred",
      properties: { message: MESSAGE, stack: STACK, source: URL_TEXT },
    }),
    event("track", {
      event: `Opened ${EMAIL}`,
      properties: { list: [{ nested: { link: URL_TEXT } }], more: MESSAGE },
    }),
    event("track", { event: "page_performance", properties: { url: URL_TEXT, lcp: 1200 } }),
    event("identify", { userId: "user-1", traits: { avatar: URL_TEXT } }),
    event("group", { groupId: "group-1", traits: { website: URL_TEXT } }),
    // Rejected, because samples are stored.
    event("track", { properties: PAGE }),
    event("nothing", { event: `Sent to ${EMAIL}`, name: URL_TEXT }),
  ];
  await accept("/v1/b", { writeKey: "local", batch });
  await accept("/v1/p", event("page", { writeKey: "local", properties: PAGE }));
}

async function sendMonitoring() {
  const view = { id: "view", url: URL_TEXT, referrer: FOREIGN, name: PLACE };
  const common = {
    date: SEGMENT_START,
    application: { id: "marquee" },
    session: { id: "s", type: "user" },
    view,
  };
  const error = {
    message: MESSAGE,
    stack: STACK,
    type: EMAIL,
    source: "source",
    causes: [{ message: MESSAGE, stack: STACK }],
  };
  const lines = [
    { type: "view", ...common },
    { type: "error", ...common, error },
    { type: "resource", ...common, resource: { url: URL_TEXT, duration: 1 } },
    { type: "action", ...common, action: { target: { name: MESSAGE } }, context: { where: URL_TEXT } },
    { type: "long_task", ...common, long_task: { duration: 1, scripts: [{ source_url: URL_TEXT }] } },
    // Escapes used by other JSON encoders.
  ].map((line) =>
    JSON.stringify(line).replaceAll("@", "\\u0040").replaceAll("&", "\\u0026").replaceAll("/", "\\/"),
  );
  const to = (track: string) =>
    `/v1/monitoring?ddforward=${encodeURIComponent(`/api/v2/${track}?ddsource=browser&dd-api-key=local`)}`;
  await accept(to("rum"), lines.join("\n"));
  const log = {
    ...common,
    status: "error",
    message: MESSAGE,
    error: { stack: STACK },
    http: { url: URL_TEXT },
  };
  await accept(to("logs"), JSON.stringify(log));
}

async function sendRecordings() {
  const to = (type: string) =>
    `/v1/replay?device_id=visitor&session_id=${SEGMENT_START}&type=${type}&api_key=local`;
  const [meta, ...moreEvents] = replayEvents();
  const events = [
    { ...meta, data: { href: URL_TEXT, width: 1280, height: 720 } },
    ...moreEvents,
  ] as ReturnType<typeof replayEvents>;
  const segment = (recordingId: string) =>
    JSON.stringify(replaySegment({ recordingId, pageUrl: URL_TEXT }, events));
  await accept(to("replay"), segment("plain"));
  await accept(to("replay"), deflateSync(segment("deflated")), { "content-encoding": "deflate" });
  await accept(to("replay"), gzipSync(segment("gzipped")), { "content-encoding": "gzip" });
  const texts = events.map((each) => JSON.stringify(each));
  await accept(to("replay"), { version: 1, events: texts });
  const click = { type: "click", timestamp: SEGMENT_START, pageUrl: URL_TEXT, x: 1, y: 2 };
  const size = { viewportWidth: 800, viewportHeight: 600 };
  const scroll = { maxScrollX: 1, maxScrollY: 1, maxScrollWidth: 1, maxScrollHeight: 1 };
  await accept(to("interaction"), {
    version: 1,
    events: [
      { ...click, ...size, selector: `a[href="${URL_TEXT}"]` },
      { ...click, ...size, ...scroll, type: "scroll" },
    ],
  });
}

async function sendForm() {
  const decision = {
    groups: [CONSENT_GROUPS.necessary, CONSENT_GROUPS.analytics],
    decidedAt: Date.now(),
    textVersion: CONSENT_TEXT_VERSION,
    receiptId: randomUUID(),
  };
  const cookies = [
    `${CONSENT_COOKIE}=${formatConsentCookie(decision)}`,
    `ajs_anonymous_id=visitor-1; utm_campaign=${encoded}; utm_term=x`,
  ];
  const form = {
    formId: 1006,
    locale: "en",
    path: `/x/${EMAIL}`,
    submissionId: randomUUID(),
    email: "jane@acme.example",
    companySize: "11-50",
    message: "Hello",
    name: "Jane",
    search: QUERY,
    referrer: FOREIGN,
  };
  await accept("/leads", form, {
    "content-type": "application/json",
    cookie: cookies.join("; "),
    origin: "http://127.0.0.1:3000",
  });
}

/** Every row of both stores as text; recordings as their events. */
async function storedTexts(): Promise<Map<string, string>> {
  const { eventStore, records } = server.stores;
  const texts = new Map<string, string>();
  const tables = await eventStore.query<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'",
  );
  for (const { name } of tables) {
    const rows = await eventStore.query<Record<string, unknown>>(`SELECT * FROM ${name}`);
    if (rows.length > 0) texts.set(name, rows.map(readable).join("\n"));
  }
  const { rows } = (await records.db.execute(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )) as unknown as { rows: { name: string }[] };
  for (const { name } of rows) {
    const result = (await records.db.execute(
      sql`select coalesce(json_agg(t)::text, '') as text from ${sql.identifier(name)} t`,
    )) as unknown as { rows: { text: string }[] };
    if (result.rows[0]?.text) texts.set(`records: ${name}`, result.rows[0].text);
  }
  return texts;
}

function readable(row: Record<string, unknown>): string {
  const { data, ...rest } = row;
  const recorded =
    typeof data === "string" && data.startsWith("eJ") ? inflateSync(Buffer.from(data, "base64")) : data;
  return JSON.stringify({ ...rest, data: String(recorded) });
}

it("stores no email address and no secret in any URL, message or stack, in any table of both stores", async () => {
  await sendEvents();
  await sendMonitoring();
  await sendRecordings();
  await sendForm();
  const { drain, recordings } = server.stores;
  for (const each of [drain, recordings.drain])
    await expect.poll(each.status).toMatchObject({ draining: true, depth: 0, lastError: null });
  await expect.poll(async () => (await storedTexts()).has("rejected_events"), { timeout: 10_000 }).toBe(true);
  const texts = await storedTexts();
  for (const name of ["events", "monitoring_events", "replay_segments", "interactions", "records: leads"])
    expect([...texts.keys()]).toContain(name);
  const leaks = [...texts].flatMap(([name, text]) => {
    const at = text.search(CANARY);
    return at < 0 ? [] : [`${name}: …${text.slice(Math.max(0, at - 120), at + 60)}`];
  });
  expect(leaks).toEqual([]);
});
