import { AREAS, type Area } from "@marquee/contract/schema";
import { Check } from "@marquee/ui";
import { AREA_TEXTS } from "../../shared/account/roles.ts";

interface AreaFieldsProps {
  /** Null for all. */
  areas: readonly Area[] | null;
  onChange: (areas: readonly Area[] | null) => void;
}

/** The areas that a person sees. At least one stays selected; selecting all means no limit. */
export function AreaFields({ areas, onChange }: AreaFieldsProps) {
  const chosen = areas ?? AREAS;
  const toggle = (area: Area) => {
    const next = AREAS.filter((each) => (each === area ? !chosen.includes(each) : chosen.includes(each)));
    if (next.length > 0) onChange(next.length === AREAS.length ? null : next);
  };
  return (
    <fieldset>
      <legend className="font-medium">Areas</legend>
      <div className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {AREAS.map((area) => (
          <Check
            key={area}
            label={AREA_TEXTS[area].name}
            hint={AREA_TEXTS[area].text}
            checked={chosen.includes(area)}
            disabled={chosen.length === 1 && chosen.includes(area)}
            onChange={() => toggle(area)}
          />
        ))}
      </div>
    </fieldset>
  );
}
