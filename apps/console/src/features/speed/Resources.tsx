import { formatBytes, formatCount } from "@marquee/contract";
import {
  type LongTasks,
  RESOURCE_ORDERS,
  type ResourceOrder,
  type ResourcesResponse,
  type SlowResource,
} from "@marquee/contract/schema";
import { keepPreviousData } from "@tanstack/react-query";
import { useSearch } from "wouter";
import type { Scope } from "../../shared/address/scope.ts";
import { toQueryScope } from "../../shared/address/toQuestion.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { type Column, MEDIUM, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";
import { formatTime } from "../../shared/vitals/vitals.tsx";
import { Address } from "./Address.tsx";

/** URL parameter of the order of resources. */
const ORDER_PARAM = "by";

const RESOURCE_COLUMNS: readonly Column<SlowResource>[] = [
  {
    id: "resource",
    header: "Resource",
    cell: ({ address, kind }) => <Address address={address} kind={kind} />,
    text: ({ address, kind }) => `${address} (${kind})`,
  },
  {
    id: "duration",
    header: "Duration",
    isNumeric: true,
    width: "w-24 lg:w-28",
    sortValue: ({ duration }) => duration,
    unit: "ms",
    cell: ({ duration }) => formatTime(duration),
  },
  {
    id: "failed",
    header: "Failed",
    isNumeric: true,
    from: MEDIUM,
    width: "w-24",
    sortValue: ({ failed }) => failed,
    cell: ({ failed }) => <Failed failed={failed} />,
    folded: ({ failed }) => (failed === 0 ? null : <Failed failed={failed} />),
  },
  {
    id: "size",
    header: "Size",
    isNumeric: true,
    from: WIDE,
    width: "w-28",
    sortValue: ({ size }) => size,
    unit: "bytes",
    cell: ({ size }) => (size === null ? "–" : formatBytes(size)),
    folded: ({ size }) => (size === null ? null : formatBytes(size)),
  },
  {
    id: "count",
    header: "Count",
    isNumeric: true,
    from: MEDIUM,
    width: "w-24",
    sortValue: ({ count }) => count,
    cell: ({ count }) => formatCount(count),
  },
];

const TASK_COLUMNS: readonly Column<LongTasks>[] = [
  { id: "page", header: "Page", className: "wrap-anywhere", cell: ({ path }) => path },
  {
    id: "blocking",
    header: "Blocked",
    hint: "Time over 50 ms per page view",
    isNumeric: true,
    width: "w-28",
    exact: ({ blocking }) => blocking,
    unit: "ms",
    cell: ({ blocking }) => formatTime(blocking),
  },
  {
    id: "longest",
    header: "Duration",
    isNumeric: true,
    from: MEDIUM,
    width: "w-28",
    exact: ({ duration }) => duration,
    unit: "ms",
    cell: ({ duration }) => formatTime(duration),
  },
  {
    id: "tasks",
    header: "Tasks",
    isNumeric: true,
    from: MEDIUM,
    width: "w-24",
    cell: ({ count }) => formatCount(count),
  },
  {
    id: "views",
    header: "Page views",
    isNumeric: true,
    from: WIDE,
    width: "w-28",
    cell: ({ views }) => formatCount(views),
  },
];

/**
 * Resources that pages loaded, and tasks that blocked them. Only Datadog's client reports these, so without its data nothing is
 * rendered.
 */
export function Resources({ scope }: { scope: Scope }) {
  const by = readOrder(new URLSearchParams(useSearch()).get(ORDER_PARAM) ?? "");
  const loaded = useRoute(
    "POST /query/speed/resources",
    { body: { ...toQueryScope(scope), by } },
    { placeholderData: keepPreviousData },
  );
  return (
    <QueryView query={loaded} loading={<Skeleton className="mt-10 h-72" />}>
      {({ resources, longTasks }) =>
        resources.length + longTasks.length === 0 ? null : (
          <div className="mt-10 grid gap-10">
            <ResourceTable resources={resources} by={by} />
            <TaskTable longTasks={longTasks} />
          </div>
        )
      }
    </QueryView>
  );
}

function ResourceTable({ resources, by }: Pick<ResourcesResponse, "resources"> & { by: ResourceOrder }) {
  if (resources.length === 0) return null;
  return (
    <section>
      <h2 className="font-medium">Resources</h2>
      <p className="mt-1 mb-2 max-w-prose text-ink-muted text-xs">
        Reported by Datadog's client. Durations are 75th percentiles; sizes are medians after decompression.
        Failed resources had status 400 or above. URLs omit query strings and file hashes; numbers in paths
        are shown as "?".
      </p>
      <DataTable
        caption="Resources"
        columns={RESOURCE_COLUMNS}
        rows={resources}
        keyOf={({ address, kind }) => `${address} ${kind}`}
        hasRowHeaders={false}
        sort={{ param: ORDER_PARAM, sortedBy: by }}
      />
    </section>
  );
}

function TaskTable({ longTasks }: Pick<ResourcesResponse, "longTasks">) {
  if (longTasks.length === 0) return null;
  return (
    <section>
      <h2 className="font-medium">Long tasks</h2>
      <p className="mt-1 mb-2 max-w-prose text-ink-muted text-xs">
        Tasks over 50 ms keep a page from responding. Pages with the longest blocked time per page view come
        first; durations are 75th percentiles.
      </p>
      <DataTable caption="Long tasks" columns={TASK_COLUMNS} rows={longTasks} keyOf={({ path }) => path} />
    </section>
  );
}

function Failed({ failed }: Pick<SlowResource, "failed">) {
  return <span className={failed > 0 ? "text-clay" : "text-ink-muted"}>{formatCount(failed)}</span>;
}

function readOrder(value: string): ResourceOrder {
  return RESOURCE_ORDERS.find((order) => order === value) ?? "duration";
}
