import { cutText, formatBytes, formatCount } from "@marquee/contract";
import {
  degradedChecks,
  type InstanceState,
  isSilent,
  SPOOLS,
  type SpoolReport,
  type SystemResponse,
  waitingIn,
} from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { formatAgo, formatLength, formatPrecise } from "../../shared/format/format.ts";
import { type Column, MEDIUM, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";

/** All instances: version, heartbeat, waiting items and resource use. */
export function Instances({ data: { instances, now } }: { data: SystemResponse }) {
  const usual = mostFrequent(instances.map(versionOf));
  return (
    <section aria-labelledby="instances">
      <h2 id="instances" className="font-medium">
        Instances
      </h2>
      <p className="mt-1 mb-2 max-w-prose text-pretty text-ink-muted text-xs">
        Each writes a heartbeat every ten seconds. Events, recordings and forms wait on an instance's disk
        until their store accepts them.
      </p>
      <DataTable
        caption="Instances"
        columns={columnsOf(now, usual)}
        rows={instances}
        keyOf={({ id }) => String(id)}
        sort={{ param: "instances" }}
        csv={{ isPresent: true }}
      />
    </section>
  );
}

const versionOf = ({ version, report }: InstanceState) =>
  report ? `${version} (${cutText(report.build, BUILD_LENGTH)})` : version;
/** Characters of a hash that are enough to tell builds apart. */
const BUILD_LENGTH = 7;

/** @param usual the version run by most instances. */
function columnsOf(now: number, usual: string | undefined): Column<InstanceState>[] {
  return [
    {
      id: "host",
      header: "Host",
      sortValue: ({ host }) => host,
      text: (instance) => `${instance.host}, process ${instance.pid}: ${stateOf(instance, now).text}`,
      cell: (instance) => {
        const { text, tone } = stateOf(instance, now);
        return (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="wrap-anywhere font-medium">{instance.host}</span>
            <Badge tone={tone}>{text}</Badge>
            <span className="w-full text-ink-muted text-xs">Process {instance.pid}</span>
          </span>
        );
      },
    },
    {
      id: "version",
      header: "Version",
      hint: "Of the product, and the build of the site",
      width: "w-36",
      from: MEDIUM,
      sortValue: versionOf,
      text: versionOf,
      cell: (instance) => (
        <span className={versionOf(instance) === usual ? "" : "rounded-sm bg-sun-soft px-1"}>
          {versionOf(instance)}
        </span>
      ),
    },
    {
      id: "started",
      header: "Started",
      width: "w-24",
      from: WIDE,
      sortValue: ({ startedAt }) => startedAt,
      unit: "time",
      cell: ({ startedAt }) => <time title={formatPrecise(startedAt)}>{formatAgo(startedAt, now)}</time>,
    },
    {
      id: "heartbeat",
      header: "Heartbeat",
      width: "w-24",
      from: WIDE,
      sortValue: ({ heartbeatAt }) => heartbeatAt,
      unit: "time",
      cell: ({ heartbeatAt }) => (
        <time title={formatPrecise(heartbeatAt)}>{formatAgo(heartbeatAt, now)}</time>
      ),
    },
    {
      id: "waiting",
      header: "Waiting",
      hint: "Events, recordings and forms on its disk, and how long the oldest has waited",
      isNumeric: true,
      width: "w-28",
      from: MEDIUM,
      sortValue: waitingIn,
      text: waitingText,
      cell: (instance) => {
        const age = waitingAge(instance);
        return (
          <>
            {formatCount(waitingIn(instance))}
            {age && <span className="block text-ink-muted text-xs">for {age}</span>}
          </>
        );
      },
    },
    {
      id: "memory",
      header: "Memory",
      hint: "Of all its processes",
      isNumeric: true,
      width: "w-24",
      from: WIDE,
      sortValue: memoryOf,
      unit: "bytes",
      cell: (instance) => formatOr(memoryOf(instance), formatBytes),
    },
    {
      id: "delay",
      header: "Delay",
      hint: "How long it was too busy to respond, at the 99th percentile of the last few seconds",
      isNumeric: true,
      width: "w-20",
      from: WIDE,
      sortValue: ({ report }) => report?.eventLoopDelay ?? null,
      unit: "ms",
      cell: ({ report }) => formatOr(report?.eventLoopDelay ?? null, (delay) => `${formatCount(delay)} ms`),
    },
    {
      id: "disk",
      header: "Disk free",
      isNumeric: true,
      width: "w-28",
      from: MEDIUM,
      sortValue: ({ report }) => report?.disk?.free ?? null,
      unit: "bytes",
      cell: ({ report }) => {
        const { disk = null } = report ?? {};
        if (!disk) return "–";
        return (
          <span title={`of ${formatBytes(disk.total)}`} className={disk.level === "ok" ? "" : "text-clay"}>
            {formatBytes(disk.free)}
          </span>
        );
      },
    },
  ];
}

/** @returns the state of an instance in words, so that it does not depend on color. */
export function stateOf(
  instance: InstanceState,
  now: number,
): { text: string; tone: "leaf" | "clay" | "neutral" } {
  if (isSilent(instance, now))
    return { text: `Not heard from for ${formatLength(now - instance.heartbeatAt)}`, tone: "clay" };
  if (!instance.report) return { text: "Starting", tone: "neutral" };
  const degraded = degradedChecks(instance.report.checks);
  return degraded.length > 0
    ? { text: `Degraded: ${degraded.join(", ")}`, tone: "clay" }
    : { text: "Ready", tone: "leaf" };
}

/** The number of waiting items with their age: "1,200 for 3 minutes". */
export function waitingText(instance: InstanceState): string {
  const age = waitingAge(instance);
  return `${formatCount(waitingIn(instance))}${age ? ` for ${age}` : ""}`;
}

/** How long the oldest has been waiting; null if that is not worth mentioning. */
function waitingAge({ report }: InstanceState): string | null {
  const spools: SpoolReport[] = SPOOLS.flatMap((name) => report?.spools[name] ?? []);
  const oldest = Math.max(0, ...spools.map(({ oldestAge }) => oldestAge ?? 0));
  return oldest < LONG ? null : formatLength(oldest);
}

function mostFrequent(values: readonly string[]): string | undefined {
  const countOf = (value: string) => values.filter((each) => each === value).length;
  return values.toSorted((one, other) => countOf(other) - countOf(one))[0];
}

/** Shorter waits are normal. */
const LONG = 10_000;

function memoryOf({ report }: InstanceState): number | null {
  const bytes = Object.values(report?.memory ?? {});
  return bytes.length > 0 ? bytes.reduce((sum, each) => sum + each, 0) : null;
}

function formatOr(value: number | null, format: (value: number) => string): string {
  return value === null ? "–" : format(value);
}
