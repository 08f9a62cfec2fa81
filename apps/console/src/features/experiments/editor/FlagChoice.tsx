import type { FlagDefinition, Json, ValueType, Variation } from "@marquee/contract";
import { SelectField } from "@marquee/ui";
import { useRoute } from "../../../shared/api/useRoute.ts";
import { type PartProps, ProblemAt } from "./FormSection.tsx";

/** The flag whose value varies. The control gets its default. */
export function FlagChoice({ definition: { flag, variations }, set }: PartProps) {
  const flags = useRoute("GET /flags");
  const open = (flags.data?.flags ?? [])
    .map(({ definition }) => definition)
    .filter(({ isArchived }) => !isArchived);
  const choose = (key: string) => {
    const chosen = open.find((each) => each.key === key);
    set({ flag: key, variations: chosen ? suggestValues(chosen, variations) : variations });
  };
  return (
    <div>
      <SelectField
        label="Flag"
        required
        hint="While the experiment runs, its value overrides the flag's default but not the flag's rules."
        choices={[
          ["", flags.isError ? "Flags could not be loaded" : "Choose a flag"],
          ...open.map(({ key }) => [key, key] as const),
        ]}
        value={flag}
        onChange={({ target }) => choose(target.value)}
      />
      <ProblemAt place="flag" />
      <ProblemAt place="page" />
    </div>
  );
}

function suggestValues(
  { type, defaultValue }: FlagDefinition,
  variations: readonly Variation[],
): Variation[] {
  return variations.map((variation, index) => ({
    ...variation,
    value: index === 0 ? defaultValue : otherValue(type, defaultValue),
  }));
}

/** A boolean has only one other value. Any other type starts as a copy of the default, for the editor to change. */
function otherValue(type: ValueType, value: Json): Json {
  return type === "boolean" ? value !== true : value;
}
