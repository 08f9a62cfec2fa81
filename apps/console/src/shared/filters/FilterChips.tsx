import { Button } from "@marquee/ui";
import { X } from "lucide-react";
import { Fragment } from "react";
import { type Filter, writeFilter } from "../address/filters.ts";
import type { Scope } from "../address/scope.ts";
import { NO_FILTERS } from "../address/useScope.ts";
import { dimensionTitle, OPERATOR_NAMES, valueTitle } from "./dimensionTexts.ts";
import type { FilterList } from "./FilterDialog.tsx";

interface FilterChipsProps {
  scope: Scope;
  change: (change: Partial<Scope>) => void;
  onEdit: (list: FilterList, index: number) => void;
}

/** The filters, each with buttons to change and remove it. */
export function FilterChips({ scope, change, onEdit }: FilterChipsProps) {
  const { filters, anyOf } = scope;
  const chip = (list: FilterList, filter: Filter, index: number) => (
    <Chip
      filter={filter}
      onEdit={() => onEdit(list, index)}
      onRemove={() => change({ [list]: scope[list].filter((_, place) => place !== index) })}
    />
  );
  return (
    <section aria-label="Filters" className="mt-3 flex flex-wrap items-center gap-x-1.5 gap-y-2">
      {filters.map((filter, index) => (
        <Fragment key={writeFilter(filter)}>{chip("filters", filter, index)}</Fragment>
      ))}
      {anyOf.map((filter, index) => (
        <Fragment key={`or ${writeFilter(filter)}`}>
          <span className="text-ink-muted text-xs">
            {index === 0 ? (anyOf.length === 1 ? "at least" : "any of") : "or"}
          </span>
          {chip("anyOf", filter, index)}
        </Fragment>
      ))}
      <Button variant="tertiary" size="sm" onClick={() => change(NO_FILTERS)}>
        Clear all
      </Button>
    </section>
  );
}

/** A filter in words: "Country is Germany or France". */
export function filterText({ operator, dimension, values }: Filter): string {
  const names = values.map((value) => valueTitle(dimension, value));
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names;
  return `${dimensionTitle(dimension)} ${OPERATOR_NAMES[operator]} ${shown.join(" or ")}`;
}

interface ChipProps {
  filter: Filter;
  onEdit: () => void;
  onRemove: () => void;
}

function Chip({ filter, onEdit, onRemove }: ChipProps) {
  const text = filterText(filter);
  return (
    <span className="flex min-w-0 max-w-full items-stretch rounded-sm bg-accent-soft text-accent-strong">
      <button
        type="button"
        onClick={onEdit}
        title="Change the filter"
        className="min-w-0 truncate rounded-sm py-1.5 pl-2.5 font-medium hover:underline"
      >
        {text}
      </button>
      <button
        type="button"
        aria-label={`Remove the filter ${text}`}
        title="Remove"
        onClick={onRemove}
        className="grid min-w-8 place-items-center rounded-sm hover:bg-surface"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </span>
  );
}
