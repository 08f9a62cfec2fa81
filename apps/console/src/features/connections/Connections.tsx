import type { ConnectionState } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { ChevronRight } from "lucide-react";
import { Link } from "wouter";
import { useRoute } from "../../shared/api/useRoute.ts";
import { formatPrecise } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { About, ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, Skeleton, Warning } from "../../shared/ui/states.tsx";
import { originText, resultText, STATE_NAMES, STATE_TONES } from "./connectionTexts.ts";

/** All connections, connected ones first. */
export function Connections({ title, account: { role } }: ScreenProps) {
  const connections = useRoute("GET /connections", {}, { enabled: role === "owner" });
  if (role !== "owner")
    return (
      <>
        <ScreenHeader title={title} />
        <EmptyState title="For owners only">
          Connections have access to other systems. Ask an owner to connect a tool.
        </EmptyState>
      </>
    );
  return (
    <>
      <ScreenHeader title={title} />
      <About>
        Tools that work with the site. Each one lists what it receives. Visitors' browsers can load only from
        this site and the hosts of connected tools.
      </About>
      <QueryView
        query={connections}
        loading={<Skeleton className="mt-6 h-96" />}
        className="mt-6 grid max-w-4xl gap-10"
      >
        {({ connections: all, hasOwnHost }) => (
          <>
            {!hasOwnHost && <ScriptNotice connections={all} />}
            <Group title="Connected" connections={all.filter(({ state }) => state !== "disconnected")} />
            <Group title="Available" connections={all.filter(({ state }) => state === "disconnected")} />
          </>
        )}
      </QueryView>
    </>
  );
}

/** Recommends a separate host for the console if connected tools run scripts on the same host. */
function ScriptNotice({ connections }: { connections: readonly ConnectionState[] }) {
  const titles = connections
    .filter(({ runsScripts, state }) => runsScripts && state !== "disconnected")
    .map(({ title }) => title);
  if (titles.length === 0) return null;
  return (
    <Warning>
      <p>
        {new Intl.ListFormat("en").format(titles)} {titles.length === 1 ? "runs" : "run"} scripts on the site,
        which has the same host as this console. Pages leave them out while someone is signed in, but a
        malicious script in a page that is open during a sign-in could act as that person. To rule that out,
        set <code>CONSOLE_URL</code> and give the console a host of its own.
      </p>
    </Warning>
  );
}

function Group({ title, connections }: { title: string; connections: readonly ConnectionState[] }) {
  if (connections.length === 0) return null;
  return (
    <section>
      <h2 className="font-semibold">{title}</h2>
      <ul className="mt-2 border-hairline border-t">
        {connections.map((connection) => (
          <Row key={connection.kind} connection={connection} />
        ))}
      </ul>
    </section>
  );
}

function Row({ connection }: { connection: ConnectionState }) {
  const { kind, title, purpose, state, error, checkedAt } = connection;
  const result = resultText(connection, Date.now());
  return (
    <li className="border-hairline border-b">
      <Link
        href={`/connections/${kind}`}
        className="group -mx-2 grid grid-cols-[1fr_auto] items-center gap-x-4 rounded-sm px-2 py-3 hover:bg-surface-sunken"
      >
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="font-medium">{title}</span>
            <Badge tone={STATE_TONES[state]}>{STATE_NAMES[state]}</Badge>
            <span className="text-ink-muted text-xs">
              {state !== "disconnected" && originText(connection)}
            </span>
          </span>
          <span className="mt-0.5 block text-ink-muted">{purpose}</span>
          {result && (
            <span
              className={`wrap-anywhere mt-0.5 line-clamp-2 text-xs ${error === null ? "text-ink-muted" : "text-clay"}`}
              title={checkedAt === null ? undefined : formatPrecise(checkedAt)}
            >
              {result}
            </span>
          )}
        </span>
        <ChevronRight aria-hidden="true" className="size-4 text-ink-muted" />
      </Link>
    </li>
  );
}
