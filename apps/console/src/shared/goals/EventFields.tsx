import { eventTitle, formatCount, type SingleCondition } from "@marquee/contract";
import type { RecordedChoice } from "@marquee/contract/schema";
import { SelectField } from "@marquee/ui";
import { X } from "lucide-react";
import { useRoute } from "../api/useRoute.ts";
import { AddButton, IconButton } from "../ui/IconButton.tsx";
import { InlineError } from "../ui/states.tsx";
import { PickList } from "./PickList.tsx";

type EventCondition = Extract<SingleCondition, { kind: "event" }>;

interface EventFieldsProps {
  condition: EventCondition | null;
  events: readonly RecordedChoice[];
  onChange: (condition: SingleCondition) => void;
}

const MAX_PROPERTIES = 10;

/** An event, and values that its properties must have. */
export function EventFields({ condition, events, onChange }: EventFieldsProps) {
  return (
    <>
      <PickList
        legend="Event"
        value={condition?.event ?? null}
        picks={events.map(({ value, count }) => {
          const title = eventTitle(value);
          return {
            id: value,
            label: title,
            count,
            ...(title.toLowerCase() !== value.toLowerCase() && { note: value }),
          };
        })}
        none="No event was tracked in the last 30 days."
        onPick={(event) => onChange({ kind: "event", event, properties: [] })}
      />
      {condition && <PropertyFields condition={condition} onChange={onChange} />}
    </>
  );
}

function PropertyFields({
  condition,
  onChange,
}: {
  condition: EventCondition;
  onChange: (condition: SingleCondition) => void;
}) {
  const { event, properties } = condition;
  const recorded = useRoute("GET /goals/event-properties", { query: { event } });
  const recordedProperties = recorded.data?.properties ?? [];
  const set = (next: EventCondition["properties"]) => onChange({ ...condition, properties: next });
  const replace = (index: number, property: EventCondition["properties"][number]) =>
    set(properties.map((each, place) => (place === index ? property : each)));
  const [first] = recordedProperties;
  const add = () => first && set([...properties, { name: first.name, value: first.values[0]?.value ?? "" }]);
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Properties</legend>
      <InlineError error={recorded.error} />
      {recorded.isSuccess && recordedProperties.length === 0 && properties.length === 0 && (
        <p className="mt-1 text-ink-muted">This event has no properties to pick from.</p>
      )}
      <ul className="grid gap-3">
        {properties.map(({ name, value }, index) => {
          const values = recordedProperties.find((property) => property.name === name)?.values ?? [];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be alike, and only the last one is added or removed often.
            <li key={index} className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
              <SelectField
                label="Property"
                value={name}
                choices={withCurrent(
                  recordedProperties.map((each) => [each.name, each.name] as const),
                  name,
                )}
                onChange={({ target }) => {
                  const next = recordedProperties.find((each) => each.name === target.value);
                  replace(index, { name: target.value, value: next?.values[0]?.value ?? "" });
                }}
              />
              <SelectField
                label="Value"
                value={value}
                choices={withCurrent(
                  values.map(
                    (each) =>
                      [each.value, `${each.value || "(empty)"} · ${formatCount(each.count)}`] as const,
                  ),
                  value,
                )}
                onChange={({ target }) => replace(index, { name, value: target.value })}
              />
              <IconButton
                label={`Remove property ${name}`}
                Icon={X}
                onClick={() => set(properties.filter((_, place) => place !== index))}
              />
            </li>
          );
        })}
      </ul>
      {recordedProperties.length > 0 && properties.length < MAX_PROPERTIES && (
        <AddButton variant="tertiary" className="-ml-3.5 mt-1" onClick={add}>
          {properties.length === 0 ? "Only with a property" : "And another property"}
        </AddButton>
      )}
    </fieldset>
  );
}

/** Options with the current value, which may not have been recorded recently. */
function withCurrent(
  choices: readonly (readonly [string, string])[],
  current: string,
): readonly (readonly [string, string])[] {
  return choices.some(([value]) => value === current)
    ? choices
    : [...choices, [current, current || "(empty)"] as const];
}
