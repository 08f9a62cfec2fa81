import type { SiteBannerConfig } from "@marquee/contract";
import { type FormEvent, useState } from "react";
import { SaveBar } from "../../shared/draft/SaveBar.tsx";
import type { FlagDraft } from "../../shared/draft/useFlagDraft.ts";
import { ScheduleFields } from "../../shared/form/ScheduleFields.tsx";
import { BannerButtons } from "./BannerButtons.tsx";
import { type BannerPlan, readPlan, writePlan } from "./bannerPlan.ts";
import { findProblems } from "./bannerProblems.ts";
import { LookFields } from "./LookFields.tsx";
import { PlaceFields } from "./PlaceFields.tsx";
import { TextFields } from "./TextFields.tsx";

interface BannerFormProps {
  flag: FlagDraft;
  mayEdit: boolean;
}

/** Everything of the banner. What is sent is published; taking down and keeping for later are buttons of their own. */
export function BannerForm({ flag, mayEdit }: BannerFormProps) {
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
  const keep = () => flag.save(writePlan(flag.draft, { ...plan, isPublished: false }));
  // An empty form is not told off before somebody tries to publish it.
  const shown = isTried || flag.changes.length > 0 ? problems : {};
  return (
    <form onSubmit={publish} onInvalid={() => setTried(true)}>
      <fieldset disabled={!mayEdit} className="grid min-w-0 gap-8">
        <TextFields config={config} problems={problems} shown={shown} onChange={set} />
        <PlaceFields config={config} problems={problems} shown={shown} onChange={set} />
        <LookFields config={config} onChange={set} />
        <section>
          <h2 className="mb-3 font-medium">When</h2>
          <ScheduleFields from={plan.from} to={plan.to} onChange={put} />
        </section>
      </fieldset>
      {mayEdit && (
        <SaveBar edited={flag} isInvalid={false}>
          <BannerButtons
            isPublished={readPlan(flag.base.definition).isPublished}
            isDirty={flag.changes.length > 0}
            isSaving={flag.isSaving}
            onKeep={keep}
          />
        </SaveBar>
      )}
    </form>
  );
}
