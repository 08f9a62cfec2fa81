import { ADD_ON_IDS, ADD_ONS, type AddOnId, displayPerMonth, type Locale } from "@marquee/contract";
import type { PricingCopy } from "../../copy/copy.ts";

interface AddOnTogglesProps {
  copy: PricingCopy;
  locale: Locale;
  name: string;
  chosen: readonly AddOnId[];
  onChange: (chosen: AddOnId[]) => void;
}

/** Counts add-ons into the prices, or out. They are counted by React: without scripting there is nothing to switch. */
export function AddOnToggles({ copy, locale, name, chosen, onChange }: AddOnTogglesProps) {
  const toggle = (id: AddOnId) =>
    onChange(ADD_ON_IDS.filter((each) => (each === id) !== chosen.includes(each)));
  return (
    <fieldset className="noscript:hidden">
      <legend className="mb-2 text-ink-muted text-sm">{copy.addOns.legend}</legend>
      <div className="flex flex-wrap gap-2">
        {ADD_ON_IDS.map((id) => (
          <label
            key={id}
            className="flex cursor-pointer items-center gap-2.5 rounded-md border border-hairline bg-surface px-3.5 py-2.5 text-sm transition-colors has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="checkbox"
              name={name}
              value={id}
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
              autoComplete="off"
              className="size-4 accent-accent"
            />
            <span className="font-medium">{copy.addOns.items[id].name}</span>
            <span className="text-ink-muted tabular-nums">+{displayPerMonth(ADD_ONS[id], locale)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
