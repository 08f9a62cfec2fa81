import { formatBytes, formatCount } from "@marquee/contract";
import type { DayBudget, SilentInstance, SpoolState, WrongClock } from "@marquee/contract/schema";
import type { ReactNode } from "react";
import { useRoute } from "../../shared/api/useRoute.ts";
import { formatLength, formatShare } from "../../shared/format/format.ts";

const REFRESH_INTERVAL = 2000;

/** Events, recording segments and forms waiting on the disks of all instances, whether they are being stored, the daily budget, and wrong clocks. Refetched every two seconds. */
export function Spool() {
  const spool = useRoute("GET /quality/spool", {}, { refetchInterval: REFRESH_INTERVAL });
  return (
    <div className="mt-4 grid gap-1">
      {spool.isPending && <Line>Loading waiting events</Line>}
      {spool.isError && <Line>The number of waiting events is unavailable right now.</Line>}
      {spool.data && (
        <>
          <Sentence one="event" many="events" spool={spool.data.events} />
          <Sentence one="recording segment" many="recording segments" spool={spool.data.recordings} />
          {spool.data.forms > 0 && <Forms count={spool.data.forms} />}
          {spool.data.silent.map((instance) => (
            <Silent key={`${instance.host} ${instance.heardAt}`} instance={instance} />
          ))}
          <Budget budget={spool.data.budget} />
          {spool.data.wrongClocks.map((clock) => (
            <Clock key={clock.store} clock={clock} />
          ))}
        </>
      )}
    </div>
  );
}

interface LineProps {
  isMoving?: boolean;
  children: ReactNode;
}

function Line({ isMoving = false, children }: LineProps) {
  return (
    <p className="flex min-h-6 gap-x-2">
      <span
        aria-hidden="true"
        className={`mt-1.5 size-2 shrink-0 rounded-full ${isMoving ? "bg-leaf" : "bg-clay"}`}
      />
      <span>{children}</span>
    </p>
  );
}

interface SentenceProps {
  /** Singular noun for one waiting item. */
  one: string;
  many: string;
  spool: SpoolState;
}

function Sentence({ one, many, spool: { depth, isDraining, lastError } }: SentenceProps) {
  const waiting = depth === 1 ? `1 ${one} is waiting` : `${formatCount(depth)} ${many} are waiting`;
  return (
    <Line isMoving={isDraining}>
      <span className="font-medium tabular-nums">
        {isDraining && depth === 0 ? `No ${many} are waiting` : waiting}
      </span>{" "}
      {isDraining
        ? "to be moved from the server's disk to the event store."
        : `on the server's disk: the event store is not accepting events${lastError ? ` (${lastError})` : ""}. Nothing is lost, and the server retries automatically.`}
    </Line>
  );
}

function Forms({ count }: { count: number }) {
  return (
    <Line>
      <span className="font-medium tabular-nums">
        {count === 1 ? "1 form is waiting" : `${formatCount(count)} forms are waiting`}
      </span>{" "}
      on the server's disk: the record store isn't accepting changes. Nothing is lost, and the server retries
      automatically.
    </Line>
  );
}

function Silent({ instance: { host, heardAt, waiting } }: { instance: SilentInstance }) {
  return (
    <Line>
      <span className="font-medium">
        {host} has not been heard from for {formatLength(Date.now() - heardAt)}, and{" "}
        {waiting === 1 ? "1 row" : `${formatCount(waiting)} rows`} waited on its disk then.
      </span>{" "}
      Restart it on its data folder, and they are moved within seconds.
    </Line>
  );
}

const STORE_NAMES: Record<WrongClock["store"], string> = { events: "event store", records: "record store" };

function Clock({ clock: { store, offset } }: { clock: WrongClock }) {
  return (
    <Line>
      <span className="font-medium">
        The clock of the {STORE_NAMES[store]} is {formatLength(Math.abs(offset))}{" "}
        {offset > 0 ? "ahead of" : "behind"} the server's.
      </span>{" "}
      Synchronize both. Nothing is lost, but times and figures of recent events can be wrong.
    </Line>
  );
}

/** What all senders together have sent today, and what is cut at this level. */
function Budget({ budget: { bytes, limit, cut } }: { budget: DayBudget }) {
  const sent = <span className="font-medium tabular-nums">{formatBytes(bytes)}</span>;
  if (limit === null) return <Line isMoving>{sent} arrived today (UTC). There is no daily budget.</Line>;
  return (
    <Line isMoving={cut.length === 0}>
      {sent} arrived today (UTC), {formatShare(bytes / limit)} of the daily budget of {formatBytes(limit)}.{" "}
      {cutText(cut)}
    </Line>
  );
}

function cutText(cut: DayBudget["cut"]): string {
  if (cut.includes("events"))
    return "Recordings are rejected, and so are events from the networks that sent the most.";
  return cut.includes("recordings") ? "Recordings are rejected." : "";
}
