import { DIMENSIONS, type DimensionGroup, type FilterDimension } from "@marquee/contract";
import { Check, SelectField } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useState } from "react";
import { FormActions } from "../../shared/ui/FormActions.tsx";
import {
  canBeAlternative,
  FILTER_DIMENSIONS,
  type Filter,
  type FilterOperator,
  operatorsOf,
} from "../address/filters.ts";
import type { Scope } from "../address/scope.ts";
import { dimensionTitle, OPERATOR_NAMES } from "./dimensionTexts.ts";
import { ValuePicker } from "./ValuePicker.tsx";

/** The list that a filter is in: all of `filters` must match, and one of `anyOf`. */
export type FilterList = "filters" | "anyOf";

/** A filter that is being added or changed. */
export interface EditedFilter {
  list: FilterList;
  /** Position in its list; null for a new one. */
  index: number | null;
  filter: Filter;
}

interface FilterDialogProps {
  edited: EditedFilter;
  /** The scope without the edited filter. */
  scope: Scope;
  onApply: (edited: EditedFilter) => void;
  onDismiss: () => void;
}

const GROUPS: readonly DimensionGroup[] = [
  "Page",
  "Source",
  "Campaign",
  "Location",
  "Technology",
  "Visitor",
  "Goal",
];

/** Adds or changes one filter. */
export function FilterDialog({ edited, scope, onApply, onDismiss }: FilterDialogProps) {
  const [{ operator, dimension, values }, setFilter] = useState(edited.filter);
  const [list, setList] = useState(edited.list);
  const apply = () => {
    if (values.length > 0) onApply({ ...edited, list, filter: { operator, dimension, values } });
  };
  return (
    <Dialog
      isOpen
      onDismiss={onDismiss}
      title={edited.index === null ? "Add a filter" : "Change the filter"}
      closeLabel="Close"
    >
      <form
        className="mt-2 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <div className="grid grid-cols-[3fr_2fr] gap-3">
          <DimensionField
            value={dimension}
            onChange={(next) => {
              setFilter({
                operator: operatorsOf(next).includes(operator) ? operator : "is",
                dimension: next,
                values: [],
              });
              if (!canBeAlternative(next)) setList("filters");
            }}
          />
          <SelectField
            label="Condition"
            choices={operatorsOf(dimension).map((each) => [each, OPERATOR_NAMES[each]] as const)}
            value={operator}
            onChange={({ target }) => {
              const next = target.value as FilterOperator;
              const isSameKind = next.startsWith("contains") === operator.startsWith("contains");
              setFilter({ operator: next, dimension, values: isSameKind ? values : [] });
            }}
          />
        </div>
        <ValuePicker
          key={dimension}
          dimension={dimension}
          operator={operator}
          scope={scope}
          chosen={values}
          onChange={(next) => setFilter({ operator, dimension, values: next })}
        />
        <Check
          label="Make it one of several alternatives"
          hint="Visits must match at least one alternative, and all other filters."
          disabled={!canBeAlternative(dimension)}
          checked={list === "anyOf"}
          onChange={(isChecked) => setList(isChecked ? "anyOf" : "filters")}
        />
        <FormActions action="Apply filter" isDisabled={values.length === 0} onDismiss={onDismiss} />
      </form>
    </Dialog>
  );
}

interface DimensionFieldProps {
  value: FilterDimension;
  onChange: (dimension: FilterDimension) => void;
}

function DimensionField({ value, onChange }: DimensionFieldProps) {
  return (
    <SelectField
      label="Filter by"
      value={value}
      onChange={({ target }) => onChange(target.value as FilterDimension)}
    >
      {!FILTER_DIMENSIONS.some((name) => name === value) && (
        <option value={value}>{dimensionTitle(value)}</option>
      )}
      {GROUPS.map((group) => (
        <optgroup key={group} label={group}>
          {FILTER_DIMENSIONS.filter((name) => DIMENSIONS[name].group === group).map((name) => (
            <option key={name} value={name}>
              {DIMENSIONS[name].title}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
