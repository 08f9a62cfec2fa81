import { formatCount } from "@marquee/contract";
import type { EventNameCount, PropertyCountsResponse } from "@marquee/contract/schema";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { titleOf } from "../../shared/events/eventChoices.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";
import { propertyLabel } from "./describeEvent.ts";

/** Number of names listed before "Show all". */
const LISTED = 12;
/** Number of properties expanded initially. */
const OPEN = 3;

interface NamePickerProps {
  names: UseQueryResult<{ names: EventNameCount[] }>;
  isChosen: (name: EventNameCount) => boolean;
  onToggle: (name: EventNameCount) => void;
}

/** Picks events by name, from the recorded ones. */
export function NamePicker({ names, isChosen, onToggle }: NamePickerProps) {
  const [isWhole, setWhole] = useState(false);
  return (
    <section aria-labelledby="event-names">
      <h2 id="event-names" className="font-medium">
        What happened
      </h2>
      <QueryView query={names} loading={<Skeleton className="mt-2 h-48" />} className="mt-1">
        {({ names: all }) => {
          const visibleNames = isWhole ? all : all.filter((name, index) => index < LISTED || isChosen(name));
          return (
            <>
              <ul>
                {visibleNames.map((name) => (
                  <Choice
                    key={`${name.type} ${name.event}`}
                    label={titleOf(name)}
                    count={name.count}
                    isChosen={isChosen(name)}
                    onToggle={() => onToggle(name)}
                  />
                ))}
              </ul>
              {all.length === 0 && <p className="text-ink-muted text-xs">Nothing in this date range.</p>}
              {all.length > visibleNames.length && (
                <button
                  type="button"
                  onClick={() => setWhole(true)}
                  className="mt-1 px-2 text-ink-muted text-xs underline underline-offset-4 hover:text-ink"
                >
                  Show all {formatCount(all.length)}
                </button>
              )}
            </>
          );
        }}
      </QueryView>
    </section>
  );
}

interface PropertyPickerProps {
  properties: UseQueryResult<PropertyCountsResponse>;
  isChosen: (name: string, value: string) => boolean;
  onToggle: (name: string, value: string) => void;
}

/** Picks events by values of their properties, from the recorded ones. */
export function PropertyPicker({ properties, isChosen, onToggle }: PropertyPickerProps) {
  return (
    <section aria-labelledby="event-properties">
      <h2 id="event-properties" className="font-medium">
        Properties
      </h2>
      <QueryView query={properties} loading={<Skeleton className="mt-2 h-48" />} className="mt-1">
        {({ properties: all, countedOnly }) => (
          <>
            {all.length === 0 && <p className="text-ink-muted text-xs">These events have no properties.</p>}
            {all.map(({ name, values }, index) => (
              <details key={name} open={index < OPEN}>
                <summary className="wrap-anywhere py-1 text-xs hover:text-ink">{propertyLabel(name)}</summary>
                <ul className="mb-1">
                  {values.map(({ value, count }) => (
                    <Choice
                      key={value}
                      label={value}
                      count={count}
                      isChosen={isChosen(name, value)}
                      onToggle={() => onToggle(name, value)}
                    />
                  ))}
                </ul>
              </details>
            ))}
            {countedOnly !== null && (
              <p className="mt-1 text-ink-muted text-xs">
                Counts of the latest {formatCount(countedOnly)} events.
              </p>
            )}
          </>
        )}
      </QueryView>
    </section>
  );
}

interface ChoiceProps {
  label: string;
  count: number;
  isChosen: boolean;
  onToggle: () => void;
}

function Choice({ label, count, isChosen, onToggle }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onToggle}
        className="flex min-h-8 w-full items-center gap-2 rounded-sm px-2 text-left text-xs hover:bg-surface-sunken aria-pressed:bg-accent-soft aria-pressed:font-medium"
      >
        <span className="min-w-0 flex-1 truncate" title={label}>
          {label}
        </span>
        <span className="text-ink-muted tabular-nums">{formatCount(count)}</span>
      </button>
    </li>
  );
}
