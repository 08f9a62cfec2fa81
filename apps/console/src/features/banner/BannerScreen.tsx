import { SITE_BANNER_FLAG } from "@marquee/contract";
import type { FlagState } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { request } from "../../shared/api/request.ts";
import { ChangeList } from "../../shared/changes/ChangeList.tsx";
import { ConflictDialog } from "../../shared/draft/ConflictDialog.tsx";
import { SavedLine } from "../../shared/draft/SavedLine.tsx";
import { useFlagDraft } from "../../shared/draft/useFlagDraft.ts";
import { useUnsavedGuard } from "../../shared/draft/useUnsavedGuard.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { InlineError, Skeleton } from "../../shared/ui/states.tsx";
import { BannerForm } from "./BannerForm.tsx";
import { BannerState } from "./BannerState.tsx";
import { otherRules, readPlan, writePlan } from "./bannerPlan.ts";
import { PathTester } from "./PathTester.tsx";
import { Preview } from "./Preview.tsx";

interface BannerButtonsProps {
  /** Whether the saved banner is published. */
  isPublished: boolean;
  isDirty: boolean;
  isSaving: boolean;
  /** Saves the banner unpublished. */
  onKeep: () => void;
  /** ID of the form that the publish button submits. */
  form: string;
}

const FORM = "banner";

/** Editor of the announcement banner: content, preview, schedule, publishing and history. */
export function BannerScreen({ title, account: { role } }: ScreenProps) {
  const flag = useQuery({
    queryKey: ["flag", SITE_BANNER_FLAG],
    queryFn: () => request("GET /flags/:key", { params: { key: SITE_BANNER_FLAG } }),
    // A refetch must not replace a draft. Saving reports conflicts.
    refetchOnWindowFocus: false,
    // The editor must start from stored data, not from the cache.
    gcTime: 0,
  });
  return (
    <>
      <ScreenHeader title={title} />
      <QueryView query={flag} loading={<Skeleton className="mt-6 h-[40rem]" />}>
        {(state) => <Editor state={state} mayEdit={role !== "viewer"} />}
      </QueryView>
    </>
  );
}

function Editor({ state, mayEdit }: { state: FlagState; mayEdit: boolean }) {
  const flag = useFlagDraft(state);
  const plan = readPlan(flag.draft);
  const { config } = plan;
  const saved = readPlan(flag.base.definition);
  const others = otherRules(flag.draft);
  const isDirty = flag.changes.length > 0;
  useUnsavedGuard(isDirty);
  const buttons = (
    <BannerButtons
      form={FORM}
      isPublished={saved.isPublished}
      isDirty={isDirty}
      isSaving={flag.isSaving}
      onKeep={() => flag.save(writePlan(flag.draft, { ...plan, isPublished: false }))}
    />
  );
  return (
    <>
      <div className="mt-2 flex min-h-9 flex-wrap items-center justify-between gap-3">
        <BannerState plan={saved} state={flag.base} />
        {mayEdit && !isDirty && <div className="flex gap-3">{buttons}</div>}
      </div>
      {flag.error && !isDirty && <InlineError error={flag.error} />}
      {!mayEdit && (
        <p className="mt-1 text-ink-muted">You have view-only access. Ask an editor to make changes.</p>
      )}
      {others > 0 && (
        <p className="mt-1 text-ink-muted">
          {others === 1 ? "Another flag rule applies to" : `${others} other flag rules apply to`} some
          visitors first.{" "}
          <Link href={`/flags/${SITE_BANNER_FLAG}`} className="underline underline-offset-4">
            View flag
          </Link>
        </p>
      )}
      {flag.base.experiment && (
        <p className="mt-1 text-ink-muted">
          The experiment {flag.base.experiment} is running on the banner. Its participants see a variation
          instead.
        </p>
      )}
      <Preview config={config} />
      <div className="mt-10 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="min-w-0">
          <BannerForm key={flag.beginning} id={FORM} flag={flag} mayEdit={mayEdit} buttons={buttons} />
          <SavedLine edited={flag} text="Saved. Visitors see the change within a second." />
        </div>
        <PathTester config={config} />
      </div>
      <section className="mt-12">
        <h2 className="font-semibold">History</h2>
        <ChangeList
          query={{ entity: "flag", key: SITE_BANNER_FLAG }}
          mayRevert={mayEdit && !isDirty}
          onReverted={flag.reload}
          empty={<p className="mt-2 border-hairline border-t py-2 text-ink-muted">No changes yet.</p>}
        />
      </section>
      <ConflictDialog edited={flag} />
    </>
  );
}

/** At most one primary action: publishing. A published banner without changes has none. */
function BannerButtons({ isPublished, isDirty, isSaving, onKeep, form }: BannerButtonsProps) {
  return (
    <>
      {(isPublished || isDirty) && (
        <Button variant="secondary" size="sm" disabled={isSaving} onClick={onKeep}>
          {isPublished ? "Unpublish" : "Save draft"}
        </Button>
      )}
      {(!isPublished || isDirty) && (
        <Button submit form={form} size="sm" disabled={isSaving}>
          {isSaving ? "Saving" : isPublished ? "Publish changes" : "Publish"}
        </Button>
      )}
    </>
  );
}
