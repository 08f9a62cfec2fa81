import { randomUUID } from "node:crypto";
import { lstatSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CONSENT_GROUPS, CONSENT_TEXT_VERSION, ONE_MINUTE, visitorIdOf } from "@marquee/contract";
import { eq, isNull, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { openCommandSocket } from "../../../platform/http/commandSocket.ts";
import { filesIn } from "../../../platform/storage/filesIn.ts";
import { addSession } from "../../../testing/addSession.ts";
import { replayEvents, replaySegment, SEGMENT_START, USER_AGENT } from "../../../testing/replaySegment.ts";
import { startTestApp, type TestApp } from "../../../testing/startTestApp.ts";
import { countRows, silent, startTestStores, type TestStores } from "../../../testing/startTestStores.ts";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import { consentReceipts } from "../../consent/tables.ts";
import { leads } from "../../leads/tables.ts";
import { dataExports, deletionRequests } from "../tables.ts";
import { requestErasure, saveDeletionList } from "./eraseSocket.ts";

const ORIGIN = "http://127.0.0.1:3000";
/** A word in the visitor's texts and page URLs. */
const WORD = "zqerased";

interface Sender {
  proof: string;
  anonymousId: string;
  /** Part of everything that the visitor sends. */
  word: string;
  email: string;
}

function sender(word: string): Sender {
  const proof = randomUUID();
  return { proof, anonymousId: visitorIdOf(proof), word, email: `${word}@shop.example` };
}

/** So that a search of the files can find the data. */
async function storeUncompressed({ eventStore }: Pick<TestStores, "eventStore">): Promise<void> {
  const columns = await eventStore.query<{ table: string; name: string }>(
    `SELECT table, name FROM system.columns WHERE database = currentDatabase() AND default_kind NOT IN ('ALIAS', 'EPHEMERAL')
     AND table IN (SELECT name FROM system.tables WHERE database = currentDatabase() AND endsWith(engine, 'MergeTree'))`,
  );
  for (const table of new Set(columns.map((column) => column.table))) {
    const changes = columns
      .filter((column) => column.table === table)
      .map(({ name }) => `MODIFY COLUMN ${name} CODEC(NONE)`);
    await eventStore.command(`ALTER TABLE ${table} ${changes.join(", ")}`);
  }
}

function filesWith(dataDir: string, texts: readonly string[]): string[] {
  return filesIn(dataDir).filter((file) => {
    const content = readFileSync(file);
    return texts.some((text) => content.includes(text));
  });
}

async function post({ url }: TestApp, path: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(url + path, {
    method: "POST",
    headers: { origin: ORIGIN, "content-type": "application/json", "user-agent": USER_AGENT, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  expect(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`).toBe(true);
}

/**
 * Everything that a browser sends: a decision, events with an address and an email, a rejected one, a recording, a click, an error and
 * a form.
 */
async function visit(app: TestApp, { proof, anonymousId, word, email }: Sender): Promise<void> {
  const groups = [CONSENT_GROUPS.necessary, CONSENT_GROUPS.analytics];
  const decision = {
    receiptId: randomUUID(),
    groups,
    decidedAt: Date.now(),
    textVersion: CONSENT_TEXT_VERSION,
  };
  await post(app, "/consent", { ...decision, anonymousId, proof });
  const at = new Date().toISOString();
  const page = `https://shop.example/${word}`;
  const event = (overrides: object) => ({
    messageId: `${word}-${randomUUID()}`,
    timestamp: at,
    anonymousId,
    ...overrides,
  });
  await post(app, "/v1/b", {
    writeKey: "local",
    sentAt: at,
    batch: [
      event({ type: "page", properties: { url: page, path: `/${word}`, title: word } }),
      event({ type: "identify", userId: `user-${word}`, traits: { email, name: word } }),
      event({ type: "track", event: "Bought", properties: { note: word } }),
      // Too long to be stored.
      event({ type: "track", event: "Bought", properties: { note: `${word} `.repeat(5000) } }),
    ],
  });
  const replayQuery = (type: string) =>
    new URLSearchParams({ device_id: anonymousId, session_id: `${SEGMENT_START}`, type, api_key: "local" });
  const segment = replaySegment({ recordingId: `recording-${word}`, pageUrl: page }, replayEvents());
  await post(app, `/v1/replay?${replayQuery("replay")}`, segment);
  const rum = {
    type: "error",
    application: { id: "shop" },
    session: { id: `session-${word}` },
    view: { id: "view", url: page },
    usr: { id: `user-${word}`, anonymous_id: anonymousId },
    error: { message: `${word} is not defined`, source: "source", id: randomUUID() },
    date: Date.now(),
  };
  const forward = encodeURIComponent("/api/v2/rum?ddsource=browser&dd-api-key=local&dd-evp-origin=browser");
  await post(app, `/v1/monitoring?ddforward=${forward}`, JSON.stringify(rum));
  const form = {
    formId: 1006,
    locale: "en",
    path: "/contact-sales",
    location: "page",
    companySize: "51-200",
  };
  const cookie = `ajs_anonymous_id=${anonymousId}; marquee_visitor=${proof}`;
  await post(app, "/leads", { ...form, message: word, email, submissionId: randomUUID() }, { cookie });
  const { spool, recordings } = app.stores;
  await expect.poll(() => spool.depth() + recordings.spool.depth()).toBe(0);
}

it("leaves no byte of deleted people in any file: events, recordings, messages, samples, forms, names, spools and logs of the stores", async () => {
  const dataDir = temporaryDir();
  const stores = await startTestStores(dataDir);
  await storeUncompressed(stores);
  let offset = 0;
  const app = await startTestApp({ dataDir, stores, now: () => Date.now() + offset });
  const closeSocket = await openCommandSocket({ dataDir, handlers: app.app.eraseHandlers, log: silent });
  const { db } = stores.records;
  const { cookie } = await addSession(db, { email: "owner@trellis.example", role: "owner" });
  const [requesting, withdrawing, remaining] = [sender(`${WORD}one`), sender(`${WORD}two`), sender("zqkept")];
  for (const each of [requesting, withdrawing, remaining]) await visit(app, each);
  await post(app, "/console/api/privacy-requests/export", { id: requesting.email }, { cookie });
  const remove = (id: string) =>
    post(
      app,
      "/console/api/privacy-requests/deletion",
      { id, confirmation: id, withLeads: true },
      { cookie },
    );
  await remove(requesting.email);
  const withdrawal = {
    receiptId: randomUUID(),
    groups: [CONSENT_GROUPS.necessary],
    decidedAt: Date.now(),
    textVersion: CONSENT_TEXT_VERSION,
    anonymousId: withdrawing.anonymousId,
    proof: withdrawing.proof,
  };
  await post(app, "/consent", withdrawal);
  // The names in its events, and its form, which a withdrawal does not delete.
  await remove(withdrawing.email);
  offset = 3 * ONE_MINUTE;
  await expect.poll(() => db.$count(deletionRequests, isNull(deletionRequests.completedAt))).toBe(0);
  // Writes the record store's memory to disk.
  await db.execute(sql`checkpoint`);
  const traces = [WORD, requesting.anonymousId, withdrawing.anonymousId];
  const left = filesWith(dataDir, traces);
  for (const part of ["events/store", "spool/", "spool-recordings/", "records/base", "records/pg_wal"])
    expect(
      left.some((file) => file.includes(part)),
      part,
    ).toBe(true);

  const steps: string[] = [];
  const result = await requestErasure(dataDir, ({ name }) => void steps.push(name));

  expect(filesWith(dataDir, traces)).toEqual([]);
  expect(result).toEqual({ erased: 3, pending: 0 });
  expect([...new Set(steps)]).toEqual(["spools", "names", "events", "records"]);
  // Decisions can still be proven with the ID.
  const receiptsOf = ({ anonymousId }: Sender) =>
    db.$count(
      consentReceipts,
      eq(consentReceipts.visitorHash, stores.identities.hashEmail.ofId(anonymousId)),
    );
  expect([await receiptsOf(withdrawing), await receiptsOf(requesting)]).toEqual([2, 1]);
  expect((await db.select().from(dataExports)).map(({ subject }) => subject)).toEqual([""]);
  expect((await db.select().from(leads)).map(({ email }) => email)).toEqual([remaining.email]);
  expect(await countRows(stores.eventStore, "events", `anonymous_id = '${remaining.anonymousId}'`)).toBe(3);
  expect(filesWith(dataDir, ["zqkept"])).not.toEqual([]);

  // The list of deletions replaces a file that others can read, and a link to another.
  const [file, link, other] = ["open.jsonl", "link.jsonl", "other.txt"].map((name) =>
    join(dataDir, name),
  ) as [string, string, string];
  writeFileSync(file, "before", { mode: 0o644 });
  writeFileSync(other, "of somebody else", { mode: 0o644 });
  symlinkSync(other, link);
  for (const each of [file, link]) {
    expect(await saveDeletionList(dataDir, each)).toBe(3);
    expect([lstatSync(each).isFile(), lstatSync(each).mode & 0o777]).toEqual([true, 0o600]);
    expect(readFileSync(each, "utf8").split("\n")).toHaveLength(5);
  }
  expect(readFileSync(other, "utf8")).toBe("of somebody else");

  closeSocket();
  await app.stop();
  expect(filesWith(dataDir, traces)).toEqual([]);
}, 180_000);
