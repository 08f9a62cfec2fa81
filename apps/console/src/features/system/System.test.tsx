import { ONE_DAY, ONE_MINUTE } from "@marquee/contract";
import type { InstanceReport, JobState, Role, SystemResponse } from "@marquee/contract/schema";
import { instanceState } from "@marquee/contract/testing/instanceState";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Backup } from "./Backup.tsx";
import { Clocks } from "./Clocks.tsx";
import { stateOf, waitingText } from "./Instances.tsx";
import { failedFirst } from "./Jobs.tsx";
import { Status } from "./Status.tsx";
import { seriesOf, sizedOf } from "./Stores.tsx";
import { System } from "./System.tsx";

const NOW = Date.UTC(2026, 5, 1, 12);
const HEARD = instanceState(NOW);
const SILENT = instanceState(NOW, {
  id: 2,
  host: "web-2",
  heartbeatAt: NOW - 2 * ONE_MINUTE,
  spools: { events: { depth: 1200, oldestAge: 5 * ONE_MINUTE } },
});
const SYSTEM: SystemResponse = {
  now: NOW,
  instances: [HEARD],
  history: [],
  jobs: [],
  backup: null,
  sizes: { events: [], records: null },
};

/** The rendered text. */
function draw(element: ReactElement): string {
  return renderToStaticMarkup(element)
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
}

function drawScreen(role: Role): string {
  const account = { email: "owner@trellis.example", role } as never;
  return draw(
    <QueryClientProvider client={new QueryClient()}>
      <System title="System" account={account} params={{}} onSignedOut={() => undefined} />
    </QueryClientProvider>,
  );
}

test("is for owners, and shows a skeleton while it loads", () => {
  expect(drawScreen("editor")).toContain("For owners only");
  expect(drawScreen("owner")).toContain("Loading the state of the system");
});

test("states the status in a sentence, with what to do about each problem", () => {
  expect(draw(<Status data={SYSTEM} />)).toContain("The server is fine.");
  const silent = draw(<Status data={{ ...SYSTEM, instances: [HEARD, SILENT] }} />);
  expect(silent).toContain("web-2 has not been heard from for 2 minutes. Restart it on its data folder");
  const newer = instanceState(NOW, { host: "web-3", version: "0.2.0" });
  const both = draw(<Status data={{ ...SYSTEM, instances: [HEARD, SILENT, newer] }} />);
  expect(both).toContain("2 things need attention. web-2 has not been heard from");
  expect(both).toContain("The instances run different versions.");
});

test("describes an instance in words, with the age of its oldest waiting row", () => {
  expect(stateOf(HEARD, NOW)).toEqual({ text: "Ready", tone: "leaf" });
  expect(stateOf(SILENT, NOW)).toEqual({ text: "Not heard from for 2 minutes", tone: "clay" });
  const checks = {
    ...(HEARD.report as InstanceReport).checks,
    events: "unavailable",
    clock: "events 20 s ahead",
  };
  expect(stateOf(instanceState(NOW, { report: { checks } }), NOW).text).toBe("Degraded: events, clock");
  expect(stateOf({ ...HEARD, report: null }, NOW).text).toBe("Starting");
  expect([HEARD, SILENT].map(waitingText)).toEqual(["0", "1,200 for 5 minutes"]);
});

test("shows the size and growth of stores, and a forecast for disks that fill steadily", () => {
  const days = Array.from({ length: 30 }, (_, index) => ({
    day: new Date(NOW - (29 - index) * ONE_DAY).toISOString().slice(0, 10),
    bytes: 10e9 + index * 1e9,
  }));
  const rows = sizedOf({
    ...SYSTEM,
    sizes: { events: [{ table: "events", rows: 2_000_000, bytes: 300e6 }], records: null },
    history: [
      { of: "events", host: "", days },
      { of: "files", host: "web-1", days: days.slice(-2) },
      { of: "disk", host: "web-1", days },
    ],
  });
  expect(rows.map(({ name, bytes, growth, note }) => [name, bytes, growth, note])).toEqual([
    ["Event store", 300e6, 1e9, "2,000,000 rows"],
    ["Record store", null, null, "It isn't responding."],
    ["Data folder of web-1", 39e9, null, "60 GB of its disk free; full in 60 days at this rate"],
  ]);
});

test("shows the age and size of the latest backup, or how to make one", () => {
  const backup = { madeAt: NOW - 2 * ONE_DAY, bytes: 5e9 };
  expect(draw(<Backup backup={backup} now={NOW} />)).toContain("The latest was made 2 days ago and is 5 GB.");
  expect(draw(<Backup backup={null} now={NOW} />)).toContain("No backup is recorded. npm run backup writes");
});

test("says whether clocks agree, or by how much they differ", () => {
  expect(draw(<Clocks instances={[HEARD]} />)).toContain("agree with 1 instance to within ten seconds.");
  const wrongClocks = [{ store: "events" as const, offset: -3 * ONE_MINUTE }];
  const wrong = instanceState(NOW, { host: "web-2", report: { wrongClocks } });
  expect(draw(<Clocks instances={[HEARD, wrong]} />)).toContain(
    "The clock of the event store is 3 minutes behind that of web-2.",
  );
});

test("lists failed jobs first", () => {
  const job = (name: JobState["name"], result: JobState["result"]): JobState => ({
    name,
    result,
    host: "web-1",
    startedAt: NOW,
    endedAt: NOW,
    failedAt: null,
    error: null,
  });
  const jobs = [job("alerts", "ok"), job("hits", "failed"), job("sessions", "failed"), job("forms", "ok")];
  expect(failedFirst(jobs).map(({ name }) => name)).toEqual(["hits", "sessions", "alerts", "forms"]);
});

test("charts both stores by day, with gaps for missing days", () => {
  const dayOf = (day: number) => `2026-05-${String(day).padStart(2, "0")}`;
  const history = [
    { of: "events" as const, host: "", days: [1, 2, 4].map((day) => ({ day: dayOf(day), bytes: day * 10 })) },
    { of: "records" as const, host: "", days: [2, 3, 4].map((day) => ({ day: dayOf(day), bytes: day })) },
    { of: "disk" as const, host: "a", days: [{ day: dayOf(9), bytes: 9 }] },
  ];
  const { starts, lines } = seriesOf(history, 3);
  expect(starts.map((start) => new Date(start).toISOString().slice(0, 10))).toEqual([2, 3, 4].map(dayOf));
  expect(lines.map(({ name, values }) => [name, values])).toEqual([
    ["Event store", [20, null, 40]],
    ["Record store", [2, 3, 4]],
  ]);
});
