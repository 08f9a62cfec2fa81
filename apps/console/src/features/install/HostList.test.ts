import { expect, it } from "vitest";
import { setSiteTime } from "../../shared/format/siteTime.ts";
import { stateOf } from "./HostList.tsx";

const host = "docs.trellis.example";
const AT = Date.UTC(2026, 10, 24, 12, 3, 20);
const event = (at: number, from = host) => ({
  messageId: `m${at}`,
  type: "page",
  event: "",
  host: from,
  path: "/",
  source: "",
  properties: {},
  visitorId: "",
  anonymousId: "",
  country: "",
  browser: "",
  os: "",
  device: "",
  receivedAt: at,
  isBot: false,
  replay: null,
});
setSiteTime({ timeZone: "UTC", weekStart: 1 });

it.each([
  ["nothing arrived", null, [], "open", "Waiting for the first event"],
  [
    "another host sent something",
    null,
    [event(AT, "blog.trellis.example")],
    "open",
    "Waiting for the first event",
  ],
  [
    "several events arrived, newest first",
    null,
    [event(AT + 60_000), event(AT)],
    "open",
    "First event received from docs.trellis.example, 12:03",
  ],
  ["it sent events before", AT, [], "open", "Receiving events. Latest: Nov 24, 12:03:20"],
  ["it goes on", AT, [event(AT + 60_000)], "open", "Receiving events. Latest: Nov 24, 12:04:20"],
  ["the stream is interrupted", null, [], "lost", "Connection to the server lost. Reconnecting…"],
] as const)("if %s", (_case, lastEventAt, arrived, connection, text) => {
  expect(stateOf({ host, lastEventAt }, arrived, connection).text).toBe(text);
});
