import { type ClickCondition, describeCondition } from "@marquee/contract";
import type { ClickChoice } from "@marquee/contract/schema";
import { SelectField } from "@marquee/ui";
import { clickId, clickPicks, narrowings, narrowingValue, readNarrowing } from "./clickPicks.ts";
import { PickList } from "./PickList.tsx";

interface ClickFieldsProps {
  condition: ClickCondition | null;
  clicks: readonly ClickChoice[];
  onChange: (condition: ClickCondition) => void;
}

/** Picks the clicked element by name, and where the click counts. */
export function ClickFields({ condition, clicks, onChange }: ClickFieldsProps) {
  const picked =
    condition && clicks.find(({ targets }) => targets.some((each) => condition.targets.includes(each)));
  const places = narrowings(picked ?? { places: [], pages: [] });
  const current = condition && narrowingValue(condition);
  return (
    <>
      <PickList
        legend="Button or link"
        value={picked ? clickId(picked) : (condition?.label ?? null)}
        picks={clickPicks(clicks)}
        none="No button or link was clicked in the last 30 days."
        onPick={(id) => {
          const click = clicks.find((each) => clickId(each) === id);
          if (!click) return;
          const { label, targets } = click;
          onChange({ kind: "click", label, targets, path: "", root: "", location: "" });
        }}
      />
      {condition && current !== null && (
        <SelectField
          label="Where"
          hint="Every page and language, unless you choose one place."
          value={current}
          choices={
            places.some(([value]) => value === current)
              ? places
              : [...places, [current, describeCondition(condition)] as const]
          }
          onChange={({ target }) => onChange({ ...condition, ...readNarrowing(target.value) })}
        />
      )}
    </>
  );
}
