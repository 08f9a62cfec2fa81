import type { MonitoredErrorGroup } from "@marquee/contract/schema";
import { Link } from "wouter";
import { api } from "../../../shared/api.ts";
import { type Affected, ErrorList } from "../../../shared/errors/ErrorList.tsx";
import { ClientErrorDetails } from "./ClientErrorDetails.tsx";
import { ListControls } from "./ListControls.tsx";
import { ListState } from "./ListState.tsx";
import type { ListProps } from "./list.types.ts";
import { useList } from "./useList.ts";

const SESSIONS: Affected<MonitoredErrorGroup> = { noun: "session", count: ({ sessions }) => sessions };

/** What clients say went wrong, put together as on Errors, and apart from it. */
export function ClientErrors(props: ListProps) {
  const { range, filter } = props;
  const list = useList("errors", { ...props, by: "" }, api.monitoredErrors);
  return (
    <ListState
      list={list}
      empty="No error of this kind. Take a filter away, or choose a longer span."
      controls={(kinds) => <ListControls label="Source" all="All sources" kinds={kinds} />}
    >
      {({ rows, hasMore }) => (
        <>
          <p className="mt-3 mb-2 text-ink-muted text-xs">
            As Datadog's clients tell them. What goes wrong for every visitor of this site is listed apart, on{" "}
            <Link href={`/errors?${new URLSearchParams({ range })}`} className="underline underline-offset-4">
              Errors
            </Link>
            .
          </p>
          <ErrorList
            groups={rows}
            hasMore={hasMore}
            affected={SESSIONS}
            details={(group) => <ClientErrorDetails {...{ group, range, filter }} />}
          />
        </>
      )}
    </ListState>
  );
}
