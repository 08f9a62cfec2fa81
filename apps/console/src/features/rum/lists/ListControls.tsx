import { useFilters } from "../../../shared/address/useFilters.ts";
import { FilterSelect } from "../../../shared/filters/FilterSelect.tsx";
import { LIST_NAMES } from "../rumFilters.ts";

interface ListControlsProps {
  /** What the kinds of this list are called, and what all of them are. */
  label: string;
  all: string;
  kinds: readonly string[];
  /** What phones, which show few columns, can order by: order and name. The first is what the list begins with. */
  orders?: readonly (readonly [by: string, label: string])[];
}

/** The kind that a list is narrowed to; on phones also what it is ordered by, which elsewhere the heads of its columns say. */
export function ListControls({ label, all, kinds, orders = [] }: ListControlsProps) {
  const [{ kind, by }, setFilters] = useFilters(LIST_NAMES);
  const [first, ...others] = orders;
  const known = kind === "" || kinds.includes(kind) ? kinds : [...kinds, kind];
  return (
    <div className="grid max-w-96 grid-cols-2 gap-3 lg:grid-cols-[11rem]">
      <FilterSelect
        {...{ label, all }}
        value={kind}
        choices={known.map((each) => [each, each.replaceAll("_", " ")] as const)}
        onChange={(value) => setFilters({ kind: value })}
      />
      {first && (
        <div className="lg:hidden">
          <FilterSelect
            label="Ordered by"
            all={first[1]}
            value={by === first[0] ? "" : by}
            choices={others}
            onChange={(value) => setFilters({ by: value })}
          />
        </div>
      )}
    </div>
  );
}
