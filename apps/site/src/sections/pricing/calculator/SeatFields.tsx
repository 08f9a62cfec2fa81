import { formatNumber, type Locale, MAX_PRICED_SEATS, MAX_SEATS, parseSeats } from "@marquee/contract";
import { useEffectEvent, useId, useLayoutEffect, useRef, useState } from "react";
import type { PricingCopy } from "../../../copy/copy.ts";
import { fillTemplate } from "../../../copy/fillTemplate.ts";
import { CALCULATOR_CONTROLS } from "../pricingChoice.ts";

/** Numbers of seats at the slider's stops: steps of 1 for small teams, larger steps for larger teams. */
export const SEAT_STOPS: readonly number[] = [
  ...range(1, 20, 1),
  ...range(25, 100, 5),
  ...range(125, 500, 25),
  ...range(550, MAX_PRICED_SEATS, 50),
];

interface SeatFieldsProps {
  copy: PricingCopy["calculator"];
  locale: Locale;
  seats: number;
  onChange: (seats: number) => void;
}

/** Number of seats: a field for an exact number and a slider for a rough one. */
export function SeatFields({ copy, locale, seats, onChange }: SeatFieldsProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const id = useId();
  const isWrong = draft !== null && parseSeats(draft) === null;
  const onType = (text: string) => {
    setDraft(text);
    const typed = parseSeats(text);
    if (typed !== null) onChange(typed);
  };
  return (
    <div className="grid grid-cols-[8rem_1fr] items-center gap-x-6">
      <label htmlFor={id} className="col-span-2 text-ink-muted text-sm">
        {copy.seats}
      </label>
      {/* The field keeps invalid input while focused and resets it on blur. A valid number takes effect immediately. */}
      <input
        id={id}
        name={CALCULATOR_CONTROLS.seats}
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_SEATS}
        value={draft ?? String(seats)}
        onChange={({ target }) => onType(target.value)}
        onBlur={() => setDraft(null)}
        aria-invalid={isWrong || undefined}
        aria-describedby={`${id}-error`}
        autoComplete="off"
        className="mt-2 h-13 rounded-sm border border-control bg-surface px-3 font-display text-2xl tabular-nums aria-invalid:border-clay"
      />
      <SeatSlider copy={copy} seats={seats} onChange={onChange} />
      <p id={`${id}-error`} role="alert" className="col-span-2 mt-2 min-h-[1lh] text-clay text-sm">
        {isWrong && fillTemplate(copy.seatsError, { min: 1, max: formatNumber(MAX_SEATS, locale) })}
      </p>
    </div>
  );
}

/** A slider over {@link SEAT_STOPS}; arrow keys move by one stop. */
function SeatSlider({ copy, seats, onChange }: Omit<SeatFieldsProps, "locale">) {
  const slider = useRef<HTMLInputElement>(null);
  const choose = useEffectEvent((stop: number) => onChange(seatsAt(stop)));
  useLayoutEffect(() => {
    const { current } = slider;
    // Moved before hydration.
    if (current && current.value !== current.defaultValue) choose(current.valueAsNumber);
  }, []);
  return (
    <input
      ref={slider}
      type="range"
      min={0}
      max={SEAT_STOPS.length - 1}
      value={nearestStop(seats)}
      onChange={({ target }) => onChange(seatsAt(target.valueAsNumber))}
      aria-label={copy.seatsRange}
      aria-valuetext={String(seats)}
      autoComplete="off"
      className="mt-2 h-11 w-full cursor-pointer accent-accent"
    />
  );
}

function seatsAt(stop: number): number {
  return SEAT_STOPS[stop] ?? MAX_PRICED_SEATS;
}

/** Index of the stop nearest to `seats`; the smaller stop if two are equally near. */
export function nearestStop(seats: number): number {
  const distances = SEAT_STOPS.map((stop) => Math.abs(stop - seats));
  return distances.indexOf(Math.min(...distances));
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);
}
