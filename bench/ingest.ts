import { randomUUID } from "node:crypto";
import autocannon from "autocannon";
import type { Figure } from "./support/figure.ts";
import { usageOf } from "./support/processes.ts";
import type { Product } from "./support/product.ts";

const DURATION_SECONDS = 8;
const BATCH_SIZE = 100;

/** Events per second that were acknowledged, and so flushed to disk: one by one, and in batches of 100. */
export async function measureIngest(product: Product): Promise<Figure[]> {
  const single = await load(`${product.url}/v1/t`, 100, () =>
    JSON.stringify({ ...createEvent(), writeKey: "local" }),
  );
  const before = usageOf(product.pid).processor;
  const batched = await load(`${product.url}/v1/b`, 20, () =>
    JSON.stringify({
      writeKey: "local",
      sentAt: new Date().toISOString(),
      batch: Array.from({ length: BATCH_SIZE }, createEvent),
    }),
  );
  const batchedEvents = batched.requests.total * BATCH_SIZE;
  const processor = usageOf(product.pid).processor - before;
  return [
    {
      what: "Single events acknowledged",
      value: single.requests.average,
      unit: "a second",
      aim: { atLeast: 10_000 },
    },
    { what: "Single event, 99th percentile", value: single.latency.p99, unit: "ms" },
    {
      what: `Events in batches of ${BATCH_SIZE} acknowledged`,
      value: batched.requests.average * BATCH_SIZE,
      unit: "a second",
      aim: { atLeast: 100_000 },
    },
    { what: `Batch of ${BATCH_SIZE}, 99th percentile`, value: batched.latency.p99, unit: "ms" },
    {
      what: "Processor time of an event in a batch, event store included",
      value: (processor / batchedEvents) * 1e6,
      unit: "µs",
    },
    {
      what: "Events rejected because the spool is full (429)",
      value: single["4xx"] + batched["4xx"],
      unit: "requests",
    },
  ];
}

function load(url: string, connections: number, createBody: () => string) {
  return autocannon({
    url,
    connections,
    duration: DURATION_SECONDS,
    method: "POST",
    headers: { "content-type": "application/json" },
    requests: [{ setupRequest: (request) => ({ ...request, body: createBody() }) }],
  });
}

/** An event of about 500 bytes, the size of a real click event. */
function createEvent() {
  return {
    type: "track",
    messageId: randomUUID(),
    anonymousId: randomUUID(),
    event: "click web",
    timestamp: new Date().toISOString(),
    properties: {
      buttonClicked: "See plans",
      clickedType: "button",
      section: "hero",
      linkTitle: "See plans",
    },
    context: {
      page: {
        path: "/pricing",
        url: "https://trellis.example/pricing",
        title: "Plans and prices",
        referrer: "",
      },
      locale: "en-US",
      timezone: "Europe/Berlin",
    },
  };
}
