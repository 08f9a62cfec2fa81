import { ONE_DAY, ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import type { InstanceReport, JobState, SystemResponse } from "@marquee/contract/schema";
import { instanceState } from "@marquee/contract/testing/instanceState";
import { expect, test } from "vitest";
import { headlineOf, problemsOf } from "./systemProblems.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
const FINE = instanceState(NOW).report as InstanceReport;

function system(different: Partial<SystemResponse> = {}): SystemResponse {
  return {
    now: NOW,
    instances: [instanceState(NOW)],
    sizes: { events: [], records: 8e6 },
    history: [],
    jobs: [],
    backup: null,
    ...different,
  };
}
const titlesOf = (different: Partial<SystemResponse>) =>
  problemsOf(system(different)).map(({ title }) => title);
const headline = (different: Partial<SystemResponse>) =>
  headlineOf(system(different), problemsOf(system(different)));
const threeHosts = ["web-1", "web-2", "web-3"];

test("says in a sentence that a system without problems is fine", () => {
  expect(headline({})).toBe("The server is fine.");
  expect(headline({ instances: threeHosts.map((host) => instanceState(NOW, { host })) })).toBe(
    "All 3 instances are fine.",
  );
});

test("names a silent instance, with what is waiting on its disk", () => {
  const heartbeatAt = NOW - 2 * ONE_MINUTE;
  const silent = instanceState(NOW, { host: "web-2", heartbeatAt, spools: { events: { depth: 1200 } } });
  const [problem] = problemsOf(system({ instances: [instanceState(NOW), silent] }));
  expect(problem?.title).toBe("web-2 has not been heard from for 2 minutes.");
  expect(problem?.advice).toContain("1,200 rows waited there");
  const lately = instanceState(NOW, { host: "web-2", heartbeatAt: NOW - 29_000 });
  expect(titlesOf({ instances: [instanceState(NOW), lately] })).toEqual([]);
});

test("mentions a failing check once, with the instances where it fails", () => {
  const checks = { ...FINE.checks, events: "unavailable", drain: "waiting" };
  const failing = (host: string) => instanceState(NOW, { host, report: { checks } });
  expect(titlesOf({ instances: [failing("web-1")] }), "That events wait follows from it.").toEqual([
    "The server can't reach the event store.",
  ]);
  const [all] = titlesOf({ instances: threeHosts.map(failing) });
  expect(all).toBe("Each instance can't reach the event store.");
  const [two] = titlesOf({ instances: [failing("a"), failing("b"), instanceState(NOW)] });
  expect(two).toBe("a and b can't reach the event store.");
});

test("lists urgent problems first, and counts several", () => {
  const failed: JobState = {
    name: "sessions",
    host: "web-1",
    startedAt: NOW,
    endedAt: NOW,
    result: "failed",
    failedAt: NOW,
    error: "Connection refused",
  };
  const disk = { free: 10e9, total: 100e9, level: "low" as const };
  const instances = [
    instanceState(NOW, { report: { disk } }),
    instanceState(NOW, { host: "web-2", build: "77aa01", heartbeatAt: NOW - ONE_HOUR }),
    instanceState(NOW, { host: "web-3", version: "0.2.0" }),
  ];
  const backup = { madeAt: NOW - 9 * ONE_DAY, bytes: 1e9 };
  const broken = { instances, jobs: [failed], backup };
  expect(titlesOf(broken)).toEqual([
    "web-2 has not been heard from for 60 minutes.",
    "The disk of web-1 is nearly full.",
    "A job failed on web-1: “Counts sessions”.",
    "The instances run different versions.",
    "The latest backup is 9 days old.",
  ]);
  expect(headline(broken)).toBe("5 things need attention.");
});

test("mentions a disk that will be full within a month", () => {
  const daysWith = (perDay: number) => [
    {
      of: "disk" as const,
      host: "web-1",
      days: Array.from({ length: 30 }, (_, index) => ({
        day: new Date(NOW - (29 - index) * ONE_DAY).toISOString().slice(0, 10),
        bytes: 10e9 + index * perDay,
      })),
    },
  ];
  expect(titlesOf({ history: daysWith(3e9) })).toEqual([
    "The disk of web-1 is full in 20 days at this rate.",
  ]);
  expect(titlesOf({ history: daysWith(1e9) })).toEqual([]);
});
