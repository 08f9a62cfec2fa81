import type { RumAction, RumViewResponse } from "@marquee/contract/schema";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { toOverviewQuery } from "../../../shared/address/range.ts";
import { useHrefWith } from "../../../shared/address/useFilters.ts";
import { request } from "../../../shared/api/request.ts";
import { locationText } from "../../../shared/errors/errorTexts.ts";
import { formatCounted } from "../../../shared/format/format.ts";
import { QueryView } from "../../../shared/query/QueryView.tsx";
import { Skeleton } from "../../../shared/ui/states.tsx";
import { formatTime } from "../../../shared/vitals/vitals.tsx";
import type { ListName } from "../rumFilters.ts";
import { Address } from "./Address.tsx";
import type { ListProps } from "./RumList.tsx";

const NAMES = [
  ["rage", "rage click"],
  ["dead", "dead click"],
  ["error", "error click"],
] as const;

/** Details of one view: slowest resources, most frequent actions and errors. */
export function ViewDetails({ range, filter, view }: Pick<ListProps, "range" | "filter"> & { view: string }) {
  const details = useQuery({
    queryKey: ["monitoring", "view", range, filter, view],
    queryFn: () => {
      const { from, to } = toOverviewQuery(range, new Date());
      return request("GET /monitoring/view", { query: { from, to, ...filter, view } });
    },
  });
  return (
    <QueryView query={details} loading={<Skeleton className="h-40" />}>
      {(data) => <Parts {...data} view={view} />}
    </QueryView>
  );
}

function Parts({ resources, actions, errors, view }: RumViewResponse & { view: string }) {
  return (
    <div className="grid gap-x-8 gap-y-6 lg:grid-cols-3">
      <Part title="Slowest resources" list="resources" view={view} none="No resources.">
        {resources.map(({ address, kind, duration }) => (
          <Entry key={`${address} ${kind}`} figure={formatTime(duration)}>
            <Address address={address} kind={kind} />
          </Entry>
        ))}
      </Part>
      <Part title="Most frequent actions" list="actions" view={view} none="No actions.">
        {actions.map((action) => (
          <Entry key={`${action.name} ${action.kind}`} figure={formatCounted(action.count, "time")}>
            <span className="wrap-anywhere block">{action.name || "unnamed"}</span>
            <span className="block text-ink-muted text-xs">{frustrationText(action) || action.kind}</span>
          </Entry>
        ))}
      </Part>
      <Part title="Errors" list="errors" view={view} none="No errors.">
        {errors.map((error) => (
          <Entry key={error.fingerprint} figure={formatCounted(error.count, "time")}>
            <span className="wrap-anywhere block">{error.message}</span>
            <code className="wrap-anywhere block text-ink-muted text-xs">{locationText(error)}</code>
          </Entry>
        ))}
      </Part>
    </div>
  );
}

interface PartProps {
  title: string;
  /** The list that contains all entries. */
  list: ListName;
  view: string;
  none: string;
  children: readonly ReactNode[];
}

function Part({ title, list, view, none, children }: PartProps) {
  const hrefWith = useHrefWith();
  return (
    <section className="min-w-0">
      <h3 className="flex items-baseline justify-between gap-3 border-hairline border-b pb-1.5 font-medium">
        {title}
        {children.length > 0 && (
          <Link
            href={hrefWith({ view, show: list, kind: "", by: "" })}
            className="font-normal text-ink-muted text-xs underline underline-offset-4"
          >
            View all<span className="sr-only">: {list}</span>
          </Link>
        )}
      </h3>
      {children.length === 0 ? <p className="py-2 text-ink-muted">{none}</p> : <ul>{children}</ul>}
    </section>
  );
}

function Entry({ figure, children }: { figure: string; children: ReactNode }) {
  return (
    <li className="flex items-baseline justify-between gap-3 border-hairline border-b py-1.5">
      <span className="min-w-0">{children}</span>
      <span className="shrink-0 text-right tabular-nums">{figure}</span>
    </li>
  );
}

/** An action's frustration signals by type: "2 rage clicks, 1 error click". Empty if there are none. */
export function frustrationText(action: Pick<RumAction, "rage" | "dead" | "error">): string {
  return NAMES.filter(([name]) => action[name] > 0)
    .map(([name, noun]) => formatCounted(action[name], noun))
    .join(", ");
}
