import { capitalize } from "@marquee/contract";
import type { AlertState } from "@marquee/contract/schema";
import { Badge, Switch } from "@marquee/ui";
import { useMemo } from "react";
import { conditionText } from "../../shared/filters/filterTexts.ts";
import { useSegmentText } from "../../shared/filters/segments/useSegments.ts";
import { formatAgo, formatInstant } from "../../shared/format/format.ts";
import { type Column, MEDIUM, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { EditableName } from "../../shared/ui/EditableName.tsx";
import { channelText, conditionOf, KIND_TEXTS, reachText } from "./alertTexts.ts";
import { SnoozeMenu } from "./SnoozeMenu.tsx";

interface AlertTableProps {
  alerts: readonly AlertState[];
  /** Null for people who may not edit alerts. */
  onEdit: ((alert: AlertState) => void) | null;
  onSwitch: (alert: AlertState, isOn: boolean) => void;
  onSnooze: (snooze: { id: number; until: number | null }) => void;
}

/** What is watched, with the result of the last check. */
export function AlertTable(props: AlertTableProps) {
  const { alerts, onEdit, onSwitch, onSnooze } = props;
  const maySnooze = alerts.some(notifies);
  const columns = useMemo(
    () => columnsFor({ onEdit, onSwitch, onSnooze, maySnooze }),
    [onEdit, onSwitch, onSnooze, maySnooze],
  );
  return (
    <DataTable
      caption="Alerts"
      columns={columns}
      rows={alerts}
      keyOf={({ id }) => String(id)}
      csv={{ isPresent: true }}
    />
  );
}

/** Whether snoozing it would spare anyone a notification. */
const notifies = ({ definition: alert }: AlertState) => alert.isOn && alert.channels.length > 0;

interface ColumnsOptions extends Omit<AlertTableProps, "alerts"> {
  /** Whether any alert notifies people; otherwise there is nothing to snooze. */
  maySnooze: boolean;
}

function columnsFor({
  onEdit,
  onSwitch,
  onSnooze,
  maySnooze,
}: ColumnsOptions): readonly Column<AlertState>[] {
  const columns: Column<AlertState>[] = [
    {
      id: "name",
      header: "Alert",
      isMain: true,
      sortValue: ({ definition: alert }) => alert.name,
      text: ({ definition: alert }) => alert.name,
      cell: (state) => <Name state={state} onEdit={onEdit} />,
    },
    {
      id: "check",
      header: "Last check",
      from: MEDIUM,
      text: ({ status }) => status?.text ?? "",
      cell: (state) => <LastCheck state={state} />,
    },
    {
      id: "channels",
      header: "Notifies",
      from: WIDE,
      width: "w-44",
      className: "text-ink-muted",
      cell: ({ definition: alert }) => channelText(alert) || "Nobody",
    },
  ];
  if (!onEdit) return columns;
  const snooze: Column<AlertState> = {
    id: "snooze",
    header: "Snooze",
    isHeaderHidden: true,
    from: MEDIUM,
    width: "w-32",
    text: ({ snoozedUntil }) => (snoozedUntil ? new Date(snoozedUntil).toISOString() : ""),
    cell: (state) =>
      notifies(state) ? (
        <SnoozeMenu
          name={state.definition.name}
          until={state.snoozedUntil}
          onSnooze={(until) => onSnooze({ id: state.id, until })}
        />
      ) : null,
  };
  return [
    ...columns,
    ...(maySnooze ? [snooze] : []),
    {
      id: "on",
      header: "On",
      isHeaderHidden: true,
      width: "w-14",
      text: ({ definition: alert }) => (alert.isOn ? "on" : "off"),
      cell: (state) => (
        <Switch
          label={`${state.definition.name} is on`}
          isLabelHidden
          isOn={state.definition.isOn}
          onChange={(isOn) => onSwitch(state, isOn)}
        />
      ),
    },
  ];
}

function Name({ state, onEdit }: { state: AlertState; onEdit: AlertTableProps["onEdit"] }) {
  const { name, kind, filters } = state.definition;
  const condition = conditionOf(state.definition);
  const watched = condition === null ? KIND_TEXTS[kind].text : capitalize(condition);
  const segments = filters.flatMap(([, second, values]) =>
    (second as unknown) === "segment" ? (values as readonly number[]) : [],
  );
  const segmentText = useSegmentText(segments);
  const texts = [
    ...filters.filter(([, second]) => (second as unknown) !== "segment").map(conditionText),
    ...segments.map(segmentText),
  ];
  return (
    <span className="wrap-anywhere">
      <EditableName onEdit={onEdit && (() => onEdit(state))}>{name}</EditableName>
      <span className="block text-ink-muted text-xs">{[watched, ...texts].join("; ")}</span>
    </span>
  );
}

const STATES = {
  ok: null,
  alarm: <Badge tone="clay">Alarm</Badge>,
  learning: <Badge tone="sky">Learning</Badge>,
  failed: <Badge tone="sun">Not checked</Badge>,
} as const;

function LastCheck({ state: { definition: alert, status, snoozedUntil } }: { state: AlertState }) {
  if (!alert.isOn) return <span className="text-ink-muted">Off</span>;
  if (!status) return <span className="text-ink-muted">Being checked</span>;
  const reach = reachText(alert, status.readings);
  return (
    <span className="wrap-anywhere">
      {STATES[status.state] && <span className="mr-2">{STATES[status.state]}</span>}
      {status.text}
      <span className="block text-ink-muted text-xs">
        {reach && <span className={reach.isWeak ? "text-ink" : ""}>{reach.text} </span>}
        {snoozedUntil !== null && snoozedUntil > Date.now() && (
          <span>Snoozed until {formatInstant(snoozedUntil)}. </span>
        )}
        <span>Checked {formatAgo(status.checkedAt, Date.now())}.</span>
      </span>
    </span>
  );
}
