import type { CheckedFieldsProps } from "./bannerFields.types.ts";
import { PathsField } from "./PathsField.tsx";

/** On which pages it shows. */
export function PlaceFields({ config, problems, shown, onChange }: CheckedFieldsProps) {
  return (
    <section className="grid gap-4 border-hairline border-t pt-5">
      <h2 className="font-semibold">Where it shows</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <PathsField
          label="Paths"
          hint="One a line: /pricing, /lp/* for what lies below, or * for every page."
          paths={config.paths}
          problem={problems.paths}
          isShown={shown.paths !== undefined}
          onChange={(paths) => onChange({ paths })}
        />
        <PathsField
          label="Except on"
          hint="These come first: what they match has no banner."
          paths={config.excludedPaths}
          problem={problems.excludedPaths}
          isShown={shown.excludedPaths !== undefined}
          onChange={(excludedPaths) => onChange({ excludedPaths })}
        />
      </div>
    </section>
  );
}
