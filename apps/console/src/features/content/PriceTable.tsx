import {
  BILLING_PERIODS,
  CONTENT_TITLES,
  DEFAULT_LOCALE,
  formatPrice,
  type Json,
  PAGE_SECTIONS,
  PLAN_TIERS,
  perMonthOf,
} from "@marquee/contract";
import type { ContentField } from "@marquee/contract/schema";
import { Input } from "@marquee/ui";
import type { ContentDraft } from "./useContentDraft.ts";

interface PriceTableProps {
  fields: readonly ContentField[];
  edited: ContentDraft;
  mayEdit: boolean;
}

const PERIODS = { monthly: "Billed monthly", yearly: "Billed yearly" } as const;

/**
 * The prices of all plans and add-ons in US dollars, and where they are displayed. An empty price means "on
 * request".
 */
export function PriceTable({ fields, edited, mayEdit }: PriceTableProps) {
  const fieldAt = (pointer: string) => fields.find((field) => field.pointer === pointer);
  const input = (pointer: string, label: string) => {
    const field = fieldAt(pointer);
    return field && <Price key={pointer} field={field} label={label} edited={edited} mayEdit={mayEdit} />;
  };
  const addOns = fields.filter(({ pointer }) => /^\/addOns\/\w+\/perMonth$/.test(pointer));
  return (
    <section aria-labelledby="prices" className="mb-8">
      <h2 id="prices" className="font-display font-semibold text-lead">
        Prices
      </h2>
      <p className="mt-1 mb-3 text-ink-muted text-xs">
        What customers are billed for a month or a whole year, in US dollars. Leave a price empty if it's on
        request. The price per month and the yearly savings follow from it.
      </p>
      <div className="overflow-x-auto">
        <table className="w-full min-w-88 table-fixed text-left">
          <caption className="sr-only">Prices of the plans</caption>
          <thead className="text-ink-muted text-xs">
            <tr className="border-hairline border-b">
              <th scope="col" className="py-2 pr-2 font-normal">
                Plan
              </th>
              {BILLING_PERIODS.map((period) => (
                <th key={period} scope="col" className="py-2 pr-2 font-normal">
                  {PERIODS[period]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {PLAN_TIERS.map((tier) => (
              <tr key={tier} className="border-hairline border-b">
                <th scope="row" className="py-2 pr-2 font-medium capitalize">
                  {tier}
                </th>
                {BILLING_PERIODS.map((period) => {
                  const pointer = `/plans/${tier}/pricing/${period}/price`;
                  const field = fieldAt(pointer);
                  return (
                    <td key={period} className="py-2 pr-2 align-top">
                      {input(pointer, `${tier}, ${PERIODS[period].toLowerCase()}`)}
                      {field && period === "yearly" && <PerMonth price={edited.read(field)} />}
                    </td>
                  );
                })}
              </tr>
            ))}
            {addOns.map(({ pointer }) => (
              <tr key={pointer} className="border-hairline border-b">
                <th scope="row" className="py-2 pr-2 font-medium">
                  {pointer.split("/")[2] === "brain" ? "Brain" : "AI notetaker"}
                </th>
                <td className="py-2 pr-2 align-top">
                  {input(pointer, `${pointer.split("/")[2]}, per month`)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <PricePlaces />
    </section>
  );
}

function PerMonth({ price }: { price: Json }) {
  const perMonth = typeof price === "number" ? perMonthOf(price, "yearly") : null;
  if (perMonth === null) return null;
  return (
    <span className="mt-0.5 block text-ink-muted text-xs">
      {formatPrice(perMonth, DEFAULT_LOCALE)} a month
    </span>
  );
}

/** Every place that shows a price. All of them use the prices above. */
function PricePlaces() {
  return (
    <>
      <h3 className="mt-4 font-medium text-sm">Where prices appear</h3>
      <ul className="mt-1 text-ink-muted text-xs">
        {pricePlaces().map(({ page, sections }) => (
          <li key={page}>
            {CONTENT_TITLES[page] ?? page}: {sections.join(", ")}
          </li>
        ))}
        <li>{CONTENT_TITLES["plan-quiz"]}: the recommended plan</li>
        <li>Search engines: offers in the structured data of the home and pricing pages</li>
      </ul>
    </>
  );
}

/** The sections that show prices, by page. */
function pricePlaces(): { page: string; sections: string[] }[] {
  return Object.entries(PAGE_SECTIONS).flatMap(([page, sections]) => {
    const titles = sections.filter(({ showsPrices }) => showsPrices).map(({ title }) => title);
    return titles.length > 0 ? [{ page, sections: titles }] : [];
  });
}

interface PriceProps {
  field: ContentField;
  label: string;
  edited: ContentDraft;
  mayEdit: boolean;
}

function Price({ field, label, edited, mayEdit }: PriceProps) {
  const { pointer, value: published } = field;
  const value = edited.read(field);
  const isChanged = value !== published;
  const problem = edited.refusalOf(pointer)?.message ?? edited.changes.get(pointer)?.problem;
  return (
    <>
      <Input
        size="sm"
        type="number"
        min="0"
        step="0.01"
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        disabled={!mayEdit}
        data-pointer={pointer}
        value={typeof value === "number" ? value : ""}
        onChange={({ target }) => edited.type(pointer, target.value === "" ? null : target.valueAsNumber)}
        className={`w-full max-w-24 text-right tabular-nums ${isChanged ? "border-sun!" : ""}`}
      />
      {isChanged && (
        <span className="mt-0.5 block text-ink-muted text-xs">
          {published === null ? "was on request" : `was ${published}`}
        </span>
      )}
      {problem && <span className="mt-0.5 block text-clay text-xs">{problem}</span>}
    </>
  );
}
