import { CoverageField } from "../../../shared/targeting/CoverageField.tsx";
import { TargetingList } from "../../../shared/targeting/TargetingList.tsx";
import type { PartProps } from "./form.types.ts";
import { ProblemAt } from "./Problems.tsx";
import { Section } from "./Section.tsx";

/** Which visitors are in the experiment at all. */
export function AudienceFields({ definition: { coverage, targeting }, set }: PartProps) {
  return (
    <Section
      title="Who takes part"
      intro="Only visitors who agreed to be measured; all others see the control and are not counted."
    >
      <div>
        <CoverageField
          coverage={coverage}
          hint="Share of the visitors who agreed to be measured."
          onChange={(next) => set({ coverage: next })}
        />
        <ProblemAt place="coverage" />
      </div>
      <div>
        <TargetingList targeting={targeting} onChange={(next) => set({ targeting: next })} />
        <ProblemAt place="targeting" isDeep />
      </div>
    </Section>
  );
}
