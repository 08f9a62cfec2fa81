import { Button } from "@marquee/ui";
import { X } from "lucide-react";
import { Fragment } from "react";
import { type Filter, writeFilter } from "../address/filters.ts";
import type { Scope } from "../address/scope.ts";
import { NO_FILTERS } from "../address/useScope.ts";
import type { FilterList } from "./FilterDialog.tsx";
import { filterText } from "./filterTexts.ts";
import { withoutSegment } from "./segments/segmentFilters.ts";
import { useSegmentText } from "./segments/useSegments.ts";

interface FilterChipsProps {
  scope: Scope;
  change: (change: Partial<Scope>) => void;
  onEdit: (list: FilterList, index: number) => void;
  onOpenSegment: (id: number) => void;
}

/** The filters, each with buttons to change and remove it. */
export function FilterChips({ scope, change, onEdit, onOpenSegment }: FilterChipsProps) {
  const { filters, anyOf, segments } = scope;
  const segmentText = useSegmentText(segments);
  const chip = (list: FilterList, filter: Filter, index: number) => (
    <Chip
      text={filterText(filter)}
      hint="Change the filter"
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
      {segments.map((id) => (
        <Chip
          key={id}
          text={segmentText(id)}
          hint="Show its filters"
          onEdit={() => onOpenSegment(id)}
          onRemove={() => change(withoutSegment(scope, id))}
        />
      ))}
      <Button variant="tertiary" size="sm" onClick={() => change(NO_FILTERS)}>
        Clear all
      </Button>
    </section>
  );
}

interface ChipProps {
  text: string;
  /** Tooltip of the button. */
  hint: string;
  onEdit: () => void;
  onRemove: () => void;
}

function Chip({ text, hint, onEdit, onRemove }: ChipProps) {
  return (
    <span className="flex min-w-0 max-w-full items-stretch rounded-sm bg-accent-soft text-accent-strong">
      <button
        type="button"
        onClick={onEdit}
        title={hint}
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
