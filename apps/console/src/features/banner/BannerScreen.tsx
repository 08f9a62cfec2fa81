import { SITE_BANNER_FLAG } from "@marquee/contract";
import type { FlagState, Role } from "@marquee/contract/schema";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { api } from "../../shared/api.ts";
import { ChangeList } from "../../shared/changes/ChangeList.tsx";
import { ConflictDialog } from "../../shared/draft/ConflictDialog.tsx";
import { SavedLine } from "../../shared/draft/SavedLine.tsx";
import { useFlagDraft } from "../../shared/draft/useFlagDraft.ts";
import { useUnsavedGuard } from "../../shared/draft/useUnsavedGuard.ts";
import { ScreenHeader } from "../../shared/ScreenHeader.tsx";
import { Failure, Skeleton } from "../../shared/states.tsx";
import { BannerForm } from "./BannerForm.tsx";
import { BannerState } from "./BannerState.tsx";
import { otherRules, readPlan } from "./bannerPlan.ts";
import { PathTester } from "./PathTester.tsx";
import { Preview } from "./Preview.tsx";

/** The band above the site's pages: written, looked at, scheduled, published, taken down. */
export function BannerScreen({ role }: { role: Role }) {
  const flag = useQuery({
    queryKey: ["flag", SITE_BANNER_FLAG],
    queryFn: () => api.flag(SITE_BANNER_FLAG),
    // What somebody edits is not exchanged under their hands; saving tells of another's change.
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <ScreenHeader title="Banner" />
      {flag.isPending && <Skeleton className="mt-6 h-[40rem]" />}
      {flag.isError && !flag.data && <Failure error={flag.error} onRetry={() => flag.refetch()} />}
      {flag.data && <Editor state={flag.data} mayEdit={role !== "viewer"} />}
    </>
  );
}

function Editor({ state, mayEdit }: { state: FlagState; mayEdit: boolean }) {
  const flag = useFlagDraft(state);
  const { config } = readPlan(flag.draft);
  const others = otherRules(flag.draft);
  useUnsavedGuard(flag.changes.length > 0);
  return (
    <>
      <BannerState plan={readPlan(flag.base.definition)} state={flag.base} />
      {!mayEdit && <p className="mt-1 text-ink-muted">You may look; ask an editor to change something.</p>}
      {others > 0 && (
        <p className="mt-1 text-ink-muted">
          {others === 1 ? "Another rule answers" : `${others} other rules answer`} some visitors first.{" "}
          <Link href={`/flags/${SITE_BANNER_FLAG}`} className="underline underline-offset-4">
            See the flag
          </Link>
        </p>
      )}
      <Preview config={config} />
      <div className="mt-10 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="min-w-0">
          <BannerForm key={flag.beginning} flag={flag} mayEdit={mayEdit} />
          <SavedLine edited={flag} text="Saved; visitors get it within a second." />
        </div>
        <PathTester config={config} />
      </div>
      <section className="mt-12">
        <h2 className="font-medium">History</h2>
        <ChangeList
          query={{ entity: "flag", key: SITE_BANNER_FLAG }}
          mayRevert={mayEdit && flag.changes.length === 0}
          onReverted={flag.reload}
          empty={
            <p className="mt-2 border-hairline border-t py-2 text-ink-muted">
              Nobody has changed the banner in the console yet.
            </p>
          }
        />
      </section>
      <ConflictDialog edited={flag} />
    </>
  );
}
