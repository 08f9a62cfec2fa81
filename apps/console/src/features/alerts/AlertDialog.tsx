import type { QueryFilter } from "@marquee/contract";
import {
  type AlertChannel,
  type AlertDefinition,
  type AlertDirection,
  type AlertKind,
  type AlertSensitivity,
  type AlertState,
  type AlertsResponse,
  FILTERED_KINDS,
  GOAL_KINDS,
  isCounted,
} from "@marquee/contract/schema";
import { Button, Check, Field, LinesField, SelectField } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { queryFilters } from "../../shared/address/scope.ts";
import { useScope } from "../../shared/address/useScope.ts";
import { request } from "../../shared/api/request.ts";
import { conditionText } from "../../shared/filters/filterTexts.ts";
import { useSegments } from "../../shared/filters/segments/useSegments.ts";
import { TextLink } from "../../shared/ui/links.tsx";
import { InlineError } from "../../shared/ui/states.tsx";
import { RecordDialog } from "../../shared/versioned/RecordDialog.tsx";
import { AlertPreview } from "./AlertPreview.tsx";
import {
  CHANNEL_HREFS,
  CHANNEL_NAMES,
  hasDirection,
  hasSensitivity,
  KIND_TEXTS,
  NEW_ALERT,
  SENSITIVITY_NAMES,
} from "./alertTexts.ts";
import { RuleFields } from "./RuleFields.tsx";
import { TestResults } from "./TestResults.tsx";

interface AlertDialogProps extends Pick<AlertsResponse, "connected" | "goals"> {
  /** Null for a new alert. */
  stored: AlertState | null;
  onDone: () => void;
  onDelete: (alert: AlertState) => void;
}

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as Key[];

const KIND_CHOICES = keysOf(KIND_TEXTS).map((kind) => [kind, KIND_TEXTS[kind].name] as const);
const SENSITIVITIES = keysOf(SENSITIVITY_NAMES).map((each) => [each, SENSITIVITY_NAMES[each]] as const);
const DIRECTIONS: readonly (readonly [AlertDirection, string])[] = [
  ["both", "Drops and rises"],
  ["drop", "Drops only"],
  ["rise", "Rises only"],
];
const MAX_NAME_LENGTH = 120;

/** The form of an alert: what it watches, how closely, and who is told. */
export function AlertDialog(props: AlertDialogProps) {
  const { stored, connected, goals, onDone, onDelete } = props;
  const [alert, setAlert] = useState<AlertDefinition>(stored?.definition ?? NEW_ALERT);
  const change = (changes: Partial<AlertDefinition>) => setAlert({ ...alert, ...changes });
  const test = useMutation({
    mutationFn: (id: number) => request("POST /alerts/:id/test", { params: { id: String(id) } }),
  });
  const { kind } = alert;
  const goal = goals.find(({ id }) => id === alert.goal);
  const usualName = goal ? `${KIND_TEXTS[kind].name}: ${goal.name}` : KIND_TEXTS[kind].name;
  const hasGoal = GOAL_KINDS.includes(kind);
  const setKind = (next: AlertKind) => {
    const { rule: _, windowDays, ...rest } = alert;
    setAlert({
      ...rest,
      ...(isCounted(next) && windowDays && { windowDays }),
      kind: next,
      goal: GOAL_KINDS.includes(next) ? (goals[0]?.id ?? null) : null,
      ...(!FILTERED_KINDS.includes(next) && { filters: [] }),
      direction: next === "errors" ? "rise" : next === "consent" ? "drop" : "both",
    });
  };
  const isChanged = stored !== null && JSON.stringify(stored.definition) !== JSON.stringify(alert);
  return (
    <RecordDialog
      kind="alerts"
      stored={stored}
      title={stored ? "Edit alert" : "New alert"}
      definition={
        hasGoal && alert.goal === null
          ? null
          : { ...alert, name: alert.name.trim() === "" ? usualName : alert.name }
      }
      action={stored ? "Save alert" : "Create alert"}
      end={{ action: "Delete", run: onDelete }}
      onDone={() => onDone()}
      buttons={
        stored &&
        stored.definition.channels.length > 0 && (
          <Button
            variant="secondary"
            size="sm"
            disabled={test.isPending || isChanged}
            title={isChanged ? "Save the alert first" : "Sends a test to each channel"}
            onClick={() => test.mutate(stored.id)}
          >
            {test.isPending ? "Sending…" : "Send a test"}
          </Button>
        )
      }
    >
      <SelectField
        label="Watch"
        hint={`${KIND_TEXTS[kind].text}.`}
        value={kind}
        choices={KIND_CHOICES}
        onChange={({ target }) => setKind(target.value as AlertKind)}
      />
      {hasGoal &&
        (goals.length === 0 ? (
          <p>
            No goals yet. <TextLink href="/goals">Define a goal</TextLink> first.
          </p>
        ) : (
          <SelectField
            label="Goal"
            value={String(alert.goal)}
            choices={goals.map(({ id, name }) => [String(id), name])}
            onChange={({ target }) => change({ goal: Number(target.value) })}
          />
        ))}
      {FILTERED_KINDS.includes(kind) && (
        <FilterChoice
          stored={stored?.definition.filters ?? []}
          filters={alert.filters}
          onChange={(filters) => change({ filters })}
        />
      )}
      {isCounted(kind) && <RuleFields key={kind} alert={alert} onChange={change} />}
      {hasDirection(alert) && (
        <SelectField
          label="Notify about"
          value={alert.direction}
          choices={DIRECTIONS}
          onChange={({ target }) => change({ direction: target.value as AlertDirection })}
        />
      )}
      {hasSensitivity(alert) && (
        <SelectField
          label="Sensitivity"
          value={alert.sensitivity}
          choices={SENSITIVITIES}
          onChange={({ target }) => change({ sensitivity: target.value as AlertSensitivity })}
        />
      )}
      {isCounted(kind) && <AlertPreview alert={alert} />}
      <Channels alert={alert} connected={connected} onChange={change} />
      <Field
        label="Name"
        placeholder={usualName}
        maxLength={MAX_NAME_LENGTH}
        value={alert.name}
        autoComplete="off"
        onChange={({ target }) => change({ name: target.value })}
      />
      <InlineError error={test.error} />
      {test.data && <TestResults results={test.data.results} />}
    </RecordDialog>
  );
}

interface FilterChoiceProps {
  stored: readonly QueryFilter[];
  filters: readonly QueryFilter[];
  onChange: (filters: readonly QueryFilter[]) => void;
}

/** The scope of an alert: everything, a shared segment, or the current filters of the other screens. */
function FilterChoice({ stored, filters, onChange }: FilterChoiceProps) {
  const { scope } = useScope();
  const segments = useSegments();
  const current = queryFilters({ ...scope, segments: [] });
  const shared = (segments.data?.segments ?? []).filter(({ definition }) => definition.isShared);
  const choices: { text: string; filters: readonly QueryFilter[] }[] = [
    { text: "All visits", filters: [] },
    ...shared.map(({ id, definition: { name } }) => ({
      text: `Segment ${name}`,
      filters: [["is", "segment", [id]] as const],
    })),
  ];
  for (const list of [current, stored]) {
    const isKnown = choices.some((choice) => JSON.stringify(choice.filters) === JSON.stringify(list));
    if (!isKnown) choices.push({ text: textOf(list), filters: list });
  }
  const chosen = choices.findIndex((choice) => JSON.stringify(choice.filters) === JSON.stringify(filters));
  return (
    <SelectField
      label="Limited to"
      hint="Shared segments, and the filters currently set on other screens."
      value={String(Math.max(0, chosen))}
      choices={choices.map(({ text }, index) => [String(index), text])}
      onChange={({ target }) => onChange(choices[Number(target.value)]?.filters ?? [])}
    />
  );
}

/** The name of a segment that is no longer shared is unavailable. */
function textOf(filters: readonly QueryFilter[]): string {
  return filters
    .map((filter) =>
      (filter[1] as unknown) === "segment" ? "a segment that is not shared" : conditionText(filter),
    )
    .join(" and ");
}

interface ChannelsProps extends Pick<AlertsResponse, "connected"> {
  alert: AlertDefinition;
  onChange: (change: Partial<AlertDefinition>) => void;
}

function Channels({ alert: { channels, recipients }, connected, onChange }: ChannelsProps) {
  const choose = (channel: AlertChannel, isOn: boolean) =>
    onChange({
      channels: keysOf(CHANNEL_NAMES).filter((each) => (each === channel ? isOn : channels.includes(each))),
    });
  return (
    <fieldset>
      <legend className="font-medium">Notify by</legend>
      <div className="mt-1.5 flex flex-wrap gap-x-6 gap-y-1">
        {keysOf(CHANNEL_NAMES).map((channel) => (
          <div key={channel}>
            <Check
              label={CHANNEL_NAMES[channel]}
              checked={channels.includes(channel)}
              onChange={(isOn) => choose(channel, isOn)}
            />
            {!connected.includes(channel) && (
              <p className="text-xs">
                Not connected. <TextLink href={CHANNEL_HREFS[channel]}>Connect</TextLink>
              </p>
            )}
          </div>
        ))}
      </div>
      {channels.includes("email") && (
        <div className="mt-3">
          <LinesField
            label="Email addresses"
            hint="One per line, up to 20."
            lines={recipients}
            onChange={(lines) => onChange({ recipients: lines })}
          />
        </div>
      )}
    </fieldset>
  );
}
