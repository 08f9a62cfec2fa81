import { formatBytes, formatCount, formatCounted, ONE_DAY } from "@marquee/contract";
import {
  degradedChecks,
  type InstanceState,
  isSilent,
  JOBS,
  type ReadinessCheck,
  type SystemResponse,
  waitingIn,
} from "@marquee/contract/schema";
import { formatLength } from "../../shared/format/format.ts";
import { daysUntilFull } from "./growth.ts";

/** A problem of the system. */
export interface Problem {
  /** A sentence. */
  title: string;
  /** What to do, and the effect until then. */
  advice: string;
  /** `sun` for what can wait until tomorrow. */
  tone: "clay" | "sun";
}

/** Warn about a disk that will be full sooner. */
const SOON_DAYS = 30;
/** Warn about a backup that is older. */
const OLD_BACKUP = 7 * ONE_DAY;

const CHECKS: Record<ReadinessCheck, { title: string; advice: string }> = {
  intake: {
    title: "isn't accepting events",
    advice: "Its disk is full, or the process that receives events isn't responding. Browsers retry later.",
  },
  events: {
    title: "can't reach the event store",
    advice: "Check that it's running. Events are accepted and wait on disk; figures are unavailable.",
  },
  drain: {
    title: "can't move waiting events into the event store",
    advice: "The table below has its error. Nothing is lost while the disk has room.",
  },
  records: {
    title: "can't write to the record store",
    advice: "Check that PostgreSQL is running and isn't a standby. Pages are served, and forms wait on disk.",
  },
  disk: { title: "has a full disk", advice: "Free up space or enlarge it. Don't restore a backup." },
  clock: {
    title: "disagrees with a store about the time",
    advice:
      "The difference is shown below. Synchronize the clocks of all machines (NTP). Times of recent events can be wrong.",
  },
};

/** Problems, the most urgent first. */
export function problemsOf(system: SystemResponse): Problem[] {
  const { instances, now } = system;
  const heard = instances.filter((instance) => !isSilent(instance, now));
  return [
    ...instances.filter((instance) => isSilent(instance, now)).map((instance) => silence(instance, now)),
    ...checkProblems(heard),
    ...lowDisks(heard),
    ...fullSoon(system, heard),
    ...failedJobs(system),
    ...differentVersions(heard),
    ...oldBackup(system),
  ].sort((one, other) => TONES.indexOf(one.tone) - TONES.indexOf(other.tone));
}

const TONES: readonly Problem["tone"][] = ["clay", "sun"];

/** The state of the system in a sentence. */
export function headlineOf({ instances }: SystemResponse, problems: readonly Problem[]): string {
  const [first] = problems;
  if (problems.length > 1) return `${formatCount(problems.length)} things need attention.`;
  if (first) return first.title;
  return instances.length === 1 ? "The server is fine." : `All ${instances.length} instances are fine.`;
}

function silence(instance: InstanceState, now: number): Problem {
  const waiting = waitingIn(instance);
  return {
    title: `${instance.host} has not been heard from for ${formatLength(now - instance.heartbeatAt)}.`,
    advice:
      waiting > 0
        ? `Restart it on its data folder: ${formatCounted(waiting, "row")} waited there.`
        : "Check its log, or ignore this if it was replaced: it leaves the list after a day. Nothing waited on its disk.",
    tone: "clay",
  };
}

function checkProblems(heard: readonly InstanceState[]): Problem[] {
  const hostsByCheck = new Map<ReadinessCheck, string[]>();
  for (const { host, report } of heard)
    for (const check of report ? causesOf(degradedChecks(report.checks)) : [])
      hostsByCheck.set(check, [...(hostsByCheck.get(check) ?? []), host]);
  return [...hostsByCheck].map(([check, hosts]) => ({
    title: `${subjectOf(hosts, heard.length)} ${CHECKS[check].title}.`,
    advice: CHECKS[check].advice,
    tone: "clay",
  }));
}

/** Drops checks that fail only because another one does. */
function causesOf(degraded: readonly ReadinessCheck[]): ReadinessCheck[] {
  return degraded.filter(
    (check) =>
      !(check === "drain" && degraded.includes("events")) &&
      !(check === "intake" && degraded.includes("disk")),
  );
}

function subjectOf(hosts: readonly string[], all: number): string {
  if (all === 1) return "The server";
  return hosts.length === all ? "Each instance" : new Intl.ListFormat("en").format(hosts);
}

function lowDisks(heard: readonly InstanceState[]): Problem[] {
  return heard.flatMap(({ host, report }) => {
    if (report?.disk?.level !== "low") return [];
    const { free, total } = report.disk;
    return {
      title: `The disk of ${host} is nearly full.`,
      advice: `${formatBytes(free)} of ${formatBytes(total)} are free. Free up space or enlarge it.`,
      tone: "sun" as const,
    };
  });
}

function fullSoon({ history }: SystemResponse, heard: readonly InstanceState[]): Problem[] {
  return heard.flatMap(({ host, report }) => {
    const used = history.find((each) => each.of === "disk" && each.host === host);
    const days = used && report?.disk ? daysUntilFull(used.days, report.disk.free) : null;
    if (days === null || days > SOON_DAYS || report?.disk?.level !== "ok") return [];
    return {
      title: `The disk of ${host} is full in ${formatCounted(days, "day")} at this rate.`,
      advice: "Enlarge it, or keep data for a shorter time (RETENTION_DAYS, REPLAY_RETENTION_DAYS).",
      tone: "sun" as const,
    };
  });
}

function failedJobs({ jobs }: SystemResponse): Problem[] {
  return jobs
    .filter(({ result }) => result === "failed")
    .map(({ name, host, error }) => ({
      title: `A job failed on ${host}: “${JOBS[name]}”.`,
      advice: `${error ? `${error}. ` : ""}The server retries it automatically; see the log for details.`,
      tone: "sun",
    }));
}

function differentVersions(heard: readonly InstanceState[]): Problem[] {
  const versions = new Set(heard.map(({ version, report }) => `${version} ${report?.build ?? ""}`));
  if (versions.size < 2) return [];
  return [
    {
      title: "The instances run different versions.",
      advice:
        "That's expected during a deployment. Finish it: an old version isn't supported with a newer store.",
      tone: "sun",
    },
  ];
}

function oldBackup({ backup, now }: SystemResponse): Problem[] {
  if (!backup || now - backup.madeAt < OLD_BACKUP) return [];
  return [
    {
      title: `The latest backup is ${formatLength(now - backup.madeAt)} old.`,
      advice: "Run npm run backup, and check what should have run it.",
      tone: "sun",
    },
  ];
}
