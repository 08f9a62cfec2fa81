import { formatDays } from "@marquee/contract";
import { Button, Field } from "@marquee/ui";
import { Calendar, ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import {
  type CustomRange,
  customRange,
  type DateRangeName,
  datesOf,
  daysOf,
  isPreset,
  RANGES,
  type RangePreset,
  todayOf,
  writeDay,
} from "../address/range.ts";
import { Popover } from "../ui/Popover.tsx";

interface RangeMenuProps {
  range: DateRangeName;
  /** URL of the screen with another date range. */
  hrefOf: (range: DateRangeName) => string;
  /** Opens that URL. */
  onChoose: (range: DateRangeName) => void;
}

/** The date range, by its name and its dates, as a button that opens presets and two dates. */
export function RangeMenu({ range, hrefOf, onChoose }: RangeMenuProps) {
  const dates = datesOf(range, Date.now());
  return (
    <Popover
      label="Date range"
      trigger={
        <>
          <Calendar aria-hidden="true" className="size-4 text-ink-muted max-sm:hidden" />
          <span className="sr-only">Date range: </span>
          <span className="font-medium">{rangeLabel(range)}</span>
          {isPreset(range) && dates !== null && (
            <span className="text-ink-muted tabular-nums">
              <span className="sr-only">, </span>
              {dates}
            </span>
          )}
          <ChevronDown aria-hidden="true" className="size-3.5 text-ink-muted" />
        </>
      }
      align="end"
    >
      {(close) => (
        <>
          <ul className="grid max-sm:grid-cols-2 max-sm:gap-x-2">
            {(Object.keys(RANGES) as RangePreset[]).map((name) => (
              <li key={name}>
                <MenuLink href={hrefOf(name)} isChosen={name === range} onFollow={close}>
                  {RANGES[name].label}
                </MenuLink>
              </li>
            ))}
          </ul>
          <CustomDates
            initial={range}
            onApply={(custom) => {
              close();
              onChoose(custom);
            }}
          />
        </>
      )}
    </Popover>
  );
}

/** Name of a date range: "30 days", "Nov 1 – 20, 2026". */
export function rangeLabel(range: DateRangeName): string {
  if (isPreset(range)) return RANGES[range].label;
  const days = daysOf(range, 0);
  return days ? formatDays(...days) : range;
}

/** Name and dates of a date range where nothing else shows them: "30 days (Oct 30 – Nov 28)". */
export function rangeText(range: DateRangeName): string {
  const dates = isPreset(range) ? datesOf(range, Date.now()) : null;
  return dates === null ? rangeLabel(range) : `${rangeLabel(range)} (${dates})`;
}

interface MenuLinkProps {
  href: string;
  isChosen: boolean;
  onFollow: () => void;
  children: ReactNode;
}

/** A choice of a menu that changes the URL. */
export function MenuLink({ href, isChosen, onFollow, children }: MenuLinkProps) {
  return (
    <Link
      href={href}
      aria-current={isChosen ? "true" : undefined}
      onClick={onFollow}
      className="flex min-h-9 items-center rounded-sm px-2.5 hover:bg-surface-sunken aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent-strong max-sm:min-h-11"
    >
      {children}
    </Link>
  );
}

interface CustomDatesProps {
  /** The range whose dates are filled in initially. */
  initial: DateRangeName;
  onApply: (range: CustomRange) => void;
}

/** Two dates, both included. */
export function CustomDates({ initial, onApply }: CustomDatesProps) {
  const now = Date.now();
  const today = writeDay(todayOf(now));
  const days = daysOf(initial, now);
  const [first, setFirst] = useState(days ? writeDay(days[0]) : today);
  const [last, setLast] = useState(days ? writeDay(Math.min(days[1], todayOf(now))) : today);
  const range = customRange(first, last);
  return (
    <form
      className="mt-2 border-hairline border-t px-2.5 pt-3 pb-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (range) onApply(range);
      }}
    >
      <div className="grid grid-cols-2 gap-2">
        <Field
          label="From"
          size="sm"
          type="date"
          required
          max={today}
          value={first}
          onChange={({ target }) => setFirst(target.value)}
          className="text-xs tabular-nums"
        />
        <Field
          label="To"
          size="sm"
          type="date"
          required
          max={today}
          value={last}
          onChange={({ target }) => setLast(target.value)}
          className="text-xs tabular-nums"
        />
      </div>
      {first !== "" && last !== "" && !range && (
        <p role="status" className="mt-1.5 text-clay text-xs">
          The first day can't be after the last day.
        </p>
      )}
      <Button submit variant="secondary" size="sm" className="mt-2.5 w-full" disabled={!range}>
        Apply dates
      </Button>
    </form>
  );
}
