import autocannon from "autocannon";

/*
 * Sends events in a separate process, so that creating them does not delay measurements in another process. Its argument is the JSON of a
 * Load; it prints the JSON of a LoadResult.
 */

/** A stream of events to one server. */
export interface Load {
  url: string;
  seconds: number;
  connections: number;
  /** Events of one request: more than one is sent as a batch to `/v1/b`, one alone to `/v1/t`. */
  batch: number;
  /** Requests per second; as many as possible if absent. */
  rate?: number;
}

export interface LoadResult {
  /** Acknowledged events: total and per second. */
  acknowledged: number;
  perSecond: number;
  /** Requests that were rejected or failed. */
  refused: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** CPU time of sending, in seconds. */
  processor: number;
}

const { url, seconds, connections, batch, rate } = JSON.parse(process.argv[2] ?? "{}") as Load;

/** An event of about 500 bytes, the size of a real click event, before and after its two IDs. */
const [BEFORE, BETWEEN, AFTER] = JSON.stringify({
  type: "track",
  messageId: "ID",
  anonymousId: "ID",
  event: "click web",
  timestamp: new Date().toISOString(),
  properties: { buttonClicked: "See plans", clickedType: "button", section: "hero", linkTitle: "See plans" },
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
}).split("ID");
const run = `${Date.now()}-${process.pid}`;
let made = 0;

function nextEvent(): string {
  made += 1;
  return `${BEFORE}${run}-${made}-0000-0000${BETWEEN}visitor-${run}-${made % 50_000}${AFTER}`;
}

function nextBody(): string {
  if (batch === 1) return `${nextEvent().slice(0, -1)},"writeKey":"local"}`;
  const events = Array.from({ length: batch }, nextEvent).join();
  return `{"writeKey":"local","sentAt":"${new Date().toISOString()}","batch":[${events}]}`;
}

const before = process.cpuUsage();
const result = await autocannon({
  url: `${url}${batch === 1 ? "/v1/t" : "/v1/b"}`,
  connections,
  duration: seconds,
  ...(rate && { overallRate: rate }),
  method: "POST",
  headers: { "content-type": "application/json" },
  requests: [{ setupRequest: (request) => ({ ...request, body: nextBody() }) }],
});
const { user, system } = process.cpuUsage(before);
const acknowledged = result["2xx"] * batch;
console.log(
  JSON.stringify({
    acknowledged,
    perSecond: acknowledged / result.duration,
    refused: result.non2xx + result.errors + result.timeouts,
    p50: result.latency.p50,
    p99: result.latency.p99,
    processor: (user + system) / 1e6,
  } satisfies LoadResult),
);
