import { JOBS, type JobState, type SystemResponse } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { formatAgo, formatInstant, formatPrecise } from "../../shared/format/format.ts";
import { type Column, MEDIUM, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";

/** The server's jobs, each with its last result on any instance. */
export function Jobs({ data: { jobs, now } }: { data: SystemResponse }) {
  return (
    <section aria-labelledby="jobs">
      <h2 id="jobs" className="font-medium">
        Jobs
      </h2>
      <p className="mt-1 mb-2 max-w-prose text-pretty text-ink-muted text-xs">
        Work that the server does automatically. Each job shows its last run on an instance that had something
        to do.
      </p>
      {jobs.length === 0 ? (
        <p className="border-hairline border-t py-2">
          No job has run yet. The first ones run within a minute of a start.
        </p>
      ) : (
        <DataTable
          caption="Jobs"
          columns={columnsOf(now)}
          rows={failedFirst(jobs)}
          keyOf={({ name }) => name}
          sort={{ param: "jobs" }}
          csv={{ isPresent: true }}
        />
      )}
    </section>
  );
}

export function failedFirst(jobs: readonly JobState[]): JobState[] {
  const isFailed = ({ result }: JobState) => Number(result === "failed");
  return jobs.toSorted(
    (one, other) => isFailed(other) - isFailed(one) || titleOf(one).localeCompare(titleOf(other)),
  );
}

/** An instance of a newer version may have jobs that are unknown here. */
const titleOf = ({ name }: JobState) => JOBS[name] ?? name;

const TITLES = { ok: "OK", failed: "Failed" };

function columnsOf(now: number): Column<JobState>[] {
  return [
    {
      id: "name",
      header: "Job",
      sortValue: titleOf,
      text: titleOf,
      cell: (job) => (
        <>
          <span>{titleOf(job)}</span>
          {job.result === "failed" && job.error && (
            <span className="wrap-anywhere block text-clay text-xs">{job.error}</span>
          )}
        </>
      ),
    },
    {
      id: "result",
      header: "Last result",
      width: "w-28",
      sortValue: ({ result }) => TITLES[result],
      text: ({ result }) => TITLES[result],
      cell: ({ result }) => (result === "ok" ? TITLES.ok : <Badge tone="clay">{TITLES.failed}</Badge>),
    },
    {
      id: "ended",
      header: "Last run",
      width: "w-28",
      from: MEDIUM,
      sortValue: ({ endedAt }) => endedAt,
      unit: "time",
      cell: ({ endedAt }) => <time title={formatPrecise(endedAt)}>{formatAgo(endedAt, now)}</time>,
    },
    {
      id: "took",
      header: "Took",
      isNumeric: true,
      width: "w-24",
      from: WIDE,
      sortValue: tookOf,
      unit: "ms",
      cell: (job) => formatTook(tookOf(job)),
    },
    {
      id: "host",
      header: "On",
      width: "w-36",
      from: WIDE,
      sortValue: ({ host }) => host,
      text: ({ host }) => host,
      cell: ({ host }) => <span className="wrap-anywhere">{host}</span>,
    },
    {
      id: "failed",
      header: "Last failure",
      width: "w-36",
      from: WIDE,
      folded: (job) =>
        job.failedAt === null || job.result === "failed" ? null : formatInstant(job.failedAt),
      sortValue: ({ failedAt }) => failedAt,
      unit: "time",
      cell: ({ failedAt, error }) =>
        failedAt === null ? "never" : <time title={error ?? ""}>{formatInstant(failedAt)}</time>,
    },
  ];
}

const tookOf = ({ startedAt, endedAt }: JobState) => endedAt - startedAt;

function formatTook(time: number): string {
  return time < 1000 ? `${time} ms` : `${(time / 1000).toFixed(1)} s`;
}
