import type { EventSummary, InstalledHost } from "@marquee/contract/schema";
import { type Connection, useLiveEvents } from "../../shared/events/useLiveEvents.ts";
import { formatInstant, formatMinute } from "../../shared/format/format.ts";

/** The hosts with the state of their installation, which follows events as they arrive. */
export function HostList({ hosts }: { hosts: readonly InstalledHost[] }) {
  const { arrived, connection } = useLiveEvents();
  return (
    <ul className="mt-3 max-w-2xl border-hairline border-t">
      {hosts.map((host) => {
        const { text, dot } = stateOf(host, arrived, connection);
        return (
          <li
            key={host.host}
            className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-hairline border-b py-2.5"
          >
            <code className="wrap-anywhere w-56 min-w-0">{host.host}</code>
            <p role="status" className="flex items-center gap-2 text-ink-muted text-xs">
              <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dot}`} />
              {text}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** @param arrived events since the screen was opened, newest first. */
export function stateOf(
  { host, lastEventAt }: InstalledHost,
  arrived: readonly EventSummary[],
  connection: Connection,
): { text: string; dot: string } {
  const hostEvents = arrived.filter((event) => event.host === host);
  const latest = hostEvents[0]?.receivedAt ?? lastEventAt;
  const first = lastEventAt === null ? hostEvents.at(-1) : undefined;
  if (first)
    return { text: `First event received from ${host}, ${formatMinute(first.receivedAt)}`, dot: "bg-leaf" };
  if (latest !== null && latest !== undefined)
    return { text: `Receiving events. Latest: ${formatInstant(latest)}`, dot: "bg-leaf" };
  if (connection === "lost") return { text: "Connection to the server lost. Reconnecting…", dot: "bg-clay" };
  return { text: "Waiting for the first event", dot: "bg-sun" };
}
