import { formatBytes, formatCounted } from "@marquee/contract";
import type { SizeHistory, SystemResponse, TableSize } from "@marquee/contract/schema";
import { useMemo } from "react";
import { LinkTabs } from "../../shared/address/LinkTabs.tsx";
import { useFilters, useHrefWith } from "../../shared/address/useFilters.ts";
import { type Line, valueScale } from "../../shared/charts/chartData.ts";
import { SeriesChart } from "../../shared/charts/SeriesChart.tsx";
import { type Column, MEDIUM } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { daysUntilFull, growthPerDay } from "./growth.ts";

/** Something that takes up space: a store, or the data folder of an instance. */
interface Sized {
  key: string;
  name: string;
  bytes: number | null;
  /** In bytes; null if it is not known yet. */
  growth: number | null;
  /** Its contents, or how much space is left. */
  note: string;
}

const NAMES = { events: "Event store", records: "Record store" };

/** The stores and data folders with size, growth and forecast, and their sizes over time. */
export function Stores({ data }: { data: SystemResponse }) {
  return (
    <section aria-labelledby="stores">
      <h2 id="stores" className="font-medium">
        Stores
      </h2>
      <div className="mt-2 grid gap-x-10 gap-y-6 lg:grid-cols-2">
        <div className="min-w-0">
          <DataTable
            caption="Stores"
            columns={COLUMNS}
            rows={sizedOf(data)}
            keyOf={({ key }) => key}
            sort={{ param: "stores" }}
            csv={{ isPresent: true }}
          />
          {data.sizes.events && <Tables tables={data.sizes.events} />}
        </div>
        <History history={data.history} />
      </div>
    </section>
  );
}

const COLUMNS: readonly Column<Sized>[] = [
  {
    id: "name",
    header: "Store",
    sortValue: ({ name }) => name,
    text: ({ name, note }) => `${name}: ${note}`,
    cell: ({ name, note }) => (
      <>
        <span className="wrap-anywhere">{name}</span>
        {note && <span className="block text-ink-muted text-xs">{note}</span>}
      </>
    ),
  },
  {
    id: "bytes",
    header: "Size",
    isNumeric: true,
    width: "w-24",
    sortValue: ({ bytes }) => bytes,
    unit: "bytes",
    cell: ({ bytes }) => (bytes === null ? "unknown" : formatBytes(bytes)),
  },
  {
    id: "growth",
    header: "Daily growth",
    hint: "Over the last 90 days; available after a week",
    isNumeric: true,
    width: "w-32",
    from: MEDIUM,
    sortValue: ({ growth }) => growth,
    unit: "bytes",
    cell: ({ growth }) => (growth === null ? "–" : formatGrowth(growth)),
  },
];

export function sizedOf({ sizes, history, instances }: SystemResponse): Sized[] {
  const growthOf = (of: SizeHistory["of"], host: string) =>
    growthPerDay(history.find((each) => each.of === of && each.host === host)?.days ?? []);
  const events = sizes.events?.reduce((sum, { bytes }) => sum + bytes, 0) ?? null;
  const rows = sizes.events?.reduce((sum, table) => sum + table.rows, 0) ?? 0;
  const folders = history.filter(({ of }) => of === "files");
  return [
    {
      key: "events",
      name: NAMES.events,
      bytes: events,
      growth: growthOf("events", ""),
      note: sizes.events
        ? formatCounted(rows, "row")
        : "It isn't responding, or its user can't read system.parts (docs/operations.md).",
    },
    {
      key: "records",
      name: NAMES.records,
      bytes: sizes.records,
      growth: growthOf("records", ""),
      note: sizes.records === null ? "It isn't responding." : "",
    },
    ...folders.map(({ host, days }) => ({
      key: `files ${host}`,
      name: `Data folder of ${host}`,
      bytes: days.at(-1)?.bytes ?? null,
      growth: growthOf("files", host),
      note: roomOf(host, { history, instances }),
    })),
  ];
}

/** The space left on the disk of a data folder, and when it will run out at the current rate. */
function roomOf(host: string, { history, instances }: Pick<SystemResponse, "history" | "instances">): string {
  const disk = instances.find((instance) => instance.host === host)?.report?.disk;
  if (!disk) return "";
  const used = history.find((each) => each.of === "disk" && each.host === host);
  const days = used ? daysUntilFull(used.days, disk.free) : null;
  const room = `${formatBytes(disk.free)} of its disk free`;
  return days === null ? room : `${room}; full in ${formatCounted(days, "day")} at this rate`;
}

function formatGrowth(bytes: number): string {
  if (Math.abs(bytes) < 1) return "none";
  return `${bytes > 0 ? "+" : "−"}${formatBytes(Math.abs(bytes))}`;
}

/** Tables of the event store. */
function Tables({ tables }: { tables: readonly TableSize[] }) {
  if (tables.length === 0) return null;
  return (
    <details className="mt-3">
      <summary className="w-fit text-ink-muted underline decoration-dotted underline-offset-4 hover:text-ink">
        Tables of the event store
      </summary>
      <DataTable
        caption="Tables of the event store"
        columns={TABLE_COLUMNS}
        rows={tables}
        keyOf={({ table }) => table}
        sort={{ param: "tables" }}
        csv={{ isPresent: true }}
      />
    </details>
  );
}

const TABLE_COLUMNS: readonly Column<TableSize>[] = [
  {
    id: "table",
    header: "Table",
    sortValue: ({ table }) => table,
    cell: ({ table }) => <code>{table}</code>,
  },
  {
    id: "rows",
    header: "Rows",
    isNumeric: true,
    width: "w-28",
    sortValue: ({ rows }) => rows,
    cell: ({ rows }) => rows.toLocaleString("en"),
  },
  {
    id: "bytes",
    header: "Size",
    isNumeric: true,
    width: "w-24",
    sortValue: ({ bytes }) => bytes,
    unit: "bytes",
    cell: ({ bytes }) => formatBytes(bytes),
  },
];

const SPANS = [30, 90] as const;
const HEADROOM = 1.08;
/** Days are in UTC; noon falls on the same day in almost every time zone. */
const NOON = 12 * 3_600_000;

/** The sizes of both stores by day. */
function History({ history }: { history: readonly SizeHistory[] }) {
  const [{ days: chosen }] = useFilters(["days"] as const);
  const hrefWith = useHrefWith();
  const span = chosen === "90" ? 90 : 30;
  const { starts, lines } = useMemo(() => seriesOf(history, span), [history, span]);
  const scale = useMemo(() => {
    const largest = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
    return valueScale(formatBytes, largest * HEADROOM);
  }, [lines]);
  return (
    <div className="min-w-0">
      <LinkTabs
        label="Days"
        tabs={SPANS.map((length) => ({
          href: hrefWith({ days: length === 30 ? "" : String(length) }),
          name: `${length} days`,
          isChosen: length === span,
        }))}
      />
      <div className="mt-3">
        {starts.length < 2 ? (
          <p className="max-w-prose text-ink-muted">
            Sizes are measured every hour and kept by day. The chart begins tomorrow.
          </p>
        ) : (
          <SeriesChart starts={starts} lines={lines} interval="day" height={200} scale={scale} />
        )}
      </div>
    </div>
  );
}

/** @param span in days. */
export function seriesOf(history: readonly SizeHistory[], span: number): { starts: number[]; lines: Line[] } {
  const stores = history.filter(({ of }) => of === "events" || of === "records");
  const days = [...new Set(stores.flatMap((store) => store.days.map(({ day }) => day)))].sort().slice(-span);
  const lineOf = (of: keyof typeof NAMES, look: Pick<Line, "color" | "isArea">): Line => {
    const sizes = new Map(
      stores.find((store) => store.of === of)?.days.map(({ day, bytes }) => [day, bytes]),
    );
    return { name: NAMES[of], ...look, values: days.map((day) => sizes.get(day) ?? null) };
  };
  return {
    starts: days.map((day) => Date.parse(day) + NOON),
    lines: [lineOf("events", { color: "leaf", isArea: true }), lineOf("records", { color: "sky" })],
  };
}
