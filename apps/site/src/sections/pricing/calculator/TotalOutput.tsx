import {
  eligibleAddOns,
  formatNumber,
  formatPrice,
  isPerUser,
  type Locale,
  MAX_PRICED_SEATS,
  type SeatChoice,
  type SeatTotal,
  seatTotal,
} from "@marquee/contract";
import type { PricingCopy } from "../../../copy/copy.ts";
import { fillTemplate } from "../../../copy/fillTemplate.ts";
import { useCatalog } from "../../../site/siteContext.tsx";
import { PlanAction } from "../PlanAction.tsx";
import { addOnNames } from "../PricesByPeriod.tsx";

interface TotalProps {
  choice: SeatChoice;
  copy: PricingCopy;
  locale: Locale;
}

/** The total price. The `<output>` announces changes, and the minimum height prevents layout shifts. */
export function TotalOutput(props: TotalProps) {
  const { copy } = props;
  const total = seatTotal(useCatalog(), props.choice);
  return (
    <div className="min-h-96 border-hairline border-t pt-8 lg:border-t-0 lg:border-l lg:px-6 lg:pt-0">
      <h3 className="text-ink-muted text-sm">{copy.calculator.total}</h3>
      <output className="mt-2 block">
        {total.kind === "total" ? (
          <Amounts {...props} total={total} />
        ) : (
          <QuoteText {...props} total={total} />
        )}
        <NotCounted {...props} />
      </output>
      <PlanAction
        isQuoted={total.kind === "quote"}
        locale={props.locale}
        location="pricing-calculator"
        label={total.kind === "quote" ? copy.calculator.contact : copy.plans[props.choice.tier].action}
        className="mt-8"
      />
    </div>
  );
}

function Amounts({ choice, copy, locale, total }: TotalProps & { total: SeatTotal & { kind: "total" } }) {
  const { calculator } = copy;
  const price = (amount: number) => formatPrice(amount, locale);
  // A plan with one price for all seats has a price per seat only with add-ons.
  const hasSeatPrice = isPerUser(useCatalog().plans[choice.tier].pricing[choice.period]) || total.perSeat > 0;
  const paid = choice.period === "yearly" ? calculator.paidYearly : calculator.paidMonthly;
  return (
    <>
      <p>
        <span className="block font-display text-display tabular-nums">{price(total.perMonth)}</span>
        <span className="text-ink-muted">{calculator.perMonth}</span>
      </p>
      {total.perYear > 0 && (
        <p className="mt-6 tabular-nums">{fillTemplate(paid, { price: price(total.perYear) })}</p>
      )}
      <SavingNote choice={choice} total={total} copy={calculator} locale={locale} />
      {hasSeatPrice && (
        <p className="mt-6 text-ink-muted text-sm tabular-nums">
          {fillTemplate(calculator.perSeat, { price: price(total.perSeat) })}
        </p>
      )}
    </>
  );
}

function QuoteText({ choice, copy, locale, total }: TotalProps & { total: SeatTotal & { kind: "quote" } }) {
  const { quotePlan, quoteSeats } = copy.calculator;
  return (
    <>
      <p className="font-display text-heading">{copy.price.quote}</p>
      <p className="mt-4 max-w-prose text-pretty">
        {total.reason === "plan"
          ? fillTemplate(quotePlan, { plan: copy.plans[choice.tier].name })
          : fillTemplate(quoteSeats, { max: formatNumber(MAX_PRICED_SEATS, locale) })}
      </p>
    </>
  );
}

function NotCounted({ choice: { tier, addOns }, copy }: TotalProps) {
  const counted = eligibleAddOns(useCatalog(), tier, addOns);
  const left = addOns.filter((id) => !counted.includes(id));
  if (left.length === 0) return null;
  const values = { addOns: addOnNames(left, copy), plan: copy.plans[tier].name };
  return <p className="mt-2 text-ink-muted text-sm">{fillTemplate(copy.calculator.notCounted, values)}</p>;
}

interface SavingNoteProps {
  choice: SeatChoice;
  total: SeatTotal & { kind: "total" };
  copy: PricingCopy["calculator"];
  locale: Locale;
}

/** The team's saving with yearly billing, current or possible. Renders nothing if there is none. */
function SavingNote({ choice, total, copy, locale }: SavingNoteProps) {
  const yearly = seatTotal(useCatalog(), { ...choice, period: "yearly" });
  const saving = yearly.kind === "total" ? yearly.saving : 0;
  if (saving === 0) return null;
  const text = total.saving > 0 ? copy.saving : copy.couldSave;
  return (
    <p className="mt-3 text-pretty font-medium text-accent tabular-nums">
      {fillTemplate(text, { amount: formatPrice(saving, locale) })}
    </p>
  );
}
