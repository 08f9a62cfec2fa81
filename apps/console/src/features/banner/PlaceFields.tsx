import { LinesField } from "../../shared/form/LinesField.tsx";
import type { CheckedFieldsProps } from "./bannerFields.types.ts";

/** On which pages it shows. */
export function PlaceFields({ config, problems, shown, onChange }: CheckedFieldsProps) {
  return (
    <section className="grid gap-4 border-hairline border-t pt-5">
      <h2 className="font-semibold">Where it shows</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <LinesField
          label="Paths"
          hint="One a line: /pricing, /lp/* for what lies below, or * for every page."
          lines={config.paths}
          problem={problems.paths}
          isProblemShown={shown.paths !== undefined}
          onChange={(paths) => onChange({ paths })}
        />
        <LinesField
          label="Except on"
          hint="These come first: what they match has no banner."
          lines={config.excludedPaths}
          problem={problems.excludedPaths}
          isProblemShown={shown.excludedPaths !== undefined}
          onChange={(excludedPaths) => onChange({ excludedPaths })}
        />
      </div>
    </section>
  );
}
