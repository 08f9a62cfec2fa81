import type { SiteBannerConfig } from "@marquee/contract";
import { type FormEvent, type ReactNode, useState } from "react";
import { SaveBar } from "../../shared/draft/SaveBar.tsx";
import type { FlagDraft } from "../../shared/draft/useFlagDraft.ts";
import { ScheduleFields } from "../../shared/form/ScheduleFields.tsx";
import { LinesField } from "../../shared/form/TextAreaField.tsx";
import { type BannerPlan, readPlan, writePlan } from "./bannerPlan.ts";
import { type CheckedFieldsProps, findProblems } from "./bannerProblems.ts";
import { LookFields } from "./LookFields.tsx";
import { TextFields } from "./TextFields.tsx";

interface BannerFormProps {
  id: string;
  flag: FlagDraft;
  mayEdit: boolean;
  /** The save buttons, shown while there are unsaved changes. */
  buttons: ReactNode;
}

/** All fields of the banner. Submitting the form publishes it. */
export function BannerForm({ id, flag, mayEdit, buttons }: BannerFormProps) {
  const plan = readPlan(flag.draft);
  const { config } = plan;
  const [isTried, setTried] = useState(false);
  const problems = findProblems(config);
  const put = (change: Partial<BannerPlan>) => flag.set(writePlan(flag.draft, { ...plan, ...change }));
  const set = (change: Partial<SiteBannerConfig>) => put({ config: { ...config, ...change } });
  const publish = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    flag.save(writePlan(flag.draft, { ...plan, isPublished: true }));
  };
  // An empty form shows no errors until someone tries to publish it.
  const shown = isTried || flag.changes.length > 0 ? problems : {};
  return (
    <form id={id} onSubmit={publish} onInvalid={() => setTried(true)}>
      <fieldset disabled={!mayEdit} className="grid min-w-0 gap-8">
        <TextFields config={config} problems={problems} shown={shown} onChange={set} />
        <PlaceFields config={config} problems={problems} shown={shown} onChange={set} />
        <LookFields config={config} onChange={set} />
        <section className="border-hairline border-t pt-5">
          <h2 className="mb-3 font-semibold">Schedule</h2>
          <ScheduleFields from={plan.from} to={plan.to} onChange={put} />
        </section>
      </fieldset>
      {mayEdit && (
        <SaveBar edited={flag} isInvalid={false}>
          {buttons}
        </SaveBar>
      )}
    </form>
  );
}

/** The pages that show the banner. */
function PlaceFields({ config, problems, shown, onChange }: CheckedFieldsProps) {
  return (
    <section className="grid gap-4 border-hairline border-t pt-5">
      <h2 className="font-semibold">Pages</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <LinesField
          label="Paths"
          hint="One per line, such as /pricing, /lp/* for everything below, or * for every page."
          lines={config.paths}
          problem={problems.paths}
          isProblemShown={shown.paths !== undefined}
          onChange={(paths) => onChange({ paths })}
        />
        <LinesField
          label="Excluded paths"
          hint="Exclusions take precedence over paths."
          lines={config.excludedPaths}
          problem={problems.excludedPaths}
          isProblemShown={shown.excludedPaths !== undefined}
          onChange={(excludedPaths) => onChange({ excludedPaths })}
        />
      </div>
    </section>
  );
}
