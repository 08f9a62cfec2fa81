import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

/** Requests of visitors per second. */
const RATES = { batches: 30, forms: 2, pages: 10 };
const EVENTS = 10;
const TIMEOUT = 10_000;
const RETRY_AFTER = 200;

/** Acknowledged data and the visitors' results. */
export interface Visits {
  /** IDs of acknowledged messages and forms. */
  events: Set<string>;
  forms: Set<string>;
  /** Requests that were rejected or failed and were sent again to the next server. */
  repeated: number;
  pages: { asked: number; failed: number };
}

/** Sends events and forms to servers in turn, and requests pages, until stopped. Sends unacknowledged data again, to the next server. */
export function startVisitors(urls: () => readonly string[]) {
  const visits: Visits = { events: new Set(), forms: new Set(), repeated: 0, pages: { asked: 0, failed: 0 } };
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  let turn = 0;
  const nextUrl = () => {
    const all = urls();
    turn += 1;
    return all[turn % all.length] ?? "";
  };
  /** @returns whether it was acknowledged before the end. */
  const deliver = async (path: string, body: object): Promise<boolean> => {
    const init = { method: "POST", body: JSON.stringify(body), headers: headersOf(path) };
    for (;;) {
      const url = nextUrl();
      if (await isOk(`${url}${path}`, { ...init, headers: { ...init.headers, origin: url } })) return true;
      visits.repeated += 1;
      if (stopping.signal.aborted) return false;
      await sleep(RETRY_AFTER);
    }
  };
  const sendBatch = async () => {
    const ids = Array.from({ length: EVENTS }, () => `trial-${randomUUID()}`);
    const batch = ids.map((messageId) => ({ type: "track", event: "e", anonymousId: "a", messageId }));
    if (await deliver("/v1/b", { writeKey: "local", batch })) for (const id of ids) visits.events.add(id);
  };
  const sendForm = async () => {
    const submissionId = randomUUID();
    const form = { formId: 1006, locale: "en", path: "/contact-sales", location: "page", submissionId };
    const values = {
      email: `${submissionId}@trellis.example`,
      companySize: "51-200",
      message: "Forty teams.",
    };
    if (await deliver("/leads", { ...form, ...values })) visits.forms.add(submissionId);
  };
  const askForPage = async () => {
    visits.pages.asked += 1;
    if (!(await isOk(`${nextUrl()}/pricing`))) visits.pages.failed += 1;
  };
  const repeat = async (task: () => Promise<void>, perSecond: number) => {
    for (let at = performance.now(); !stopping.signal.aborted; at += 1000 / perSecond) {
      await sleep(Math.max(0, at - performance.now()));
      const run = task().finally(() => underWay.delete(run));
      underWay.add(run);
    }
  };
  const senders = [
    repeat(sendBatch, RATES.batches),
    repeat(sendForm, RATES.forms),
    repeat(askForPage, RATES.pages),
  ];
  return {
    visits,
    async stop() {
      stopping.abort();
      await Promise.all(senders);
      await Promise.all(underWay);
    },
  };
}

let address = 0;

/** Forms are limited by address. */
function headersOf(path: string): Record<string, string> {
  if (path !== "/leads") return {};
  address += 1;
  return {
    "content-type": "application/json",
    "x-forwarded-for": `198.18.${Math.floor(address / 250) % 250}.${address % 250}`,
  };
}

async function isOk(url: string, init: RequestInit = {}): Promise<boolean> {
  try {
    const { ok, body } = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT) });
    await body?.cancel();
    return ok;
  } catch {
    return false;
  }
}
