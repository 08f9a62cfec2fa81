import { formatPrice, type Locale, type SeatChoice, type SeatTotal, seatTotal } from "@marquee/contract";
import { fillTemplate } from "../fillTemplate.ts";
import type { PricingCopy } from "../PricingCopy.ts";

interface SavingNoteProps {
  choice: SeatChoice;
  total: SeatTotal & { kind: "total" };
  copy: PricingCopy["calculator"];
  locale: Locale;
}

/** What paying yearly saves the team, or would save it. Nothing for a plan that costs the same either way. */
export function SavingNote({ choice, total, copy, locale }: SavingNoteProps) {
  const yearly = seatTotal({ ...choice, period: "yearly" });
  const saving = yearly.kind === "total" ? yearly.saving : 0;
  if (saving === 0) return null;
  const text = total.saving > 0 ? copy.saving : copy.couldSave;
  return (
    <p className="mt-3 text-pretty font-medium text-accent tabular-nums">
      {fillTemplate(text, { amount: formatPrice(saving, locale) })}
    </p>
  );
}
