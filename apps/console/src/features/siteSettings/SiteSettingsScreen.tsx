import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ChangeList } from "../../shared/changes/ChangeList.tsx";
import { ConflictDialog } from "../../shared/draft/ConflictDialog.tsx";
import { SavedLine } from "../../shared/draft/SavedLine.tsx";
import { useUnsavedGuard } from "../../shared/draft/useUnsavedGuard.ts";
import { formatPrecise } from "../../shared/format/format.ts";
import { setSiteTime } from "../../shared/format/siteTime.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";
import { SiteForm } from "./SiteForm.tsx";
import { loadSite, SITE_KEY, type SiteState, useSiteDraft } from "./useSiteDraft.ts";

/** Time zone, week, hosts and uncounted visits of the site, with their history. */
export function SiteSettingsScreen({ title, account: { role } }: ScreenProps) {
  const site = useQuery({
    queryKey: ["site", SITE_KEY],
    queryFn: loadSite,
    // A refetch must not replace a draft. Saving reports conflicts.
    refetchOnWindowFocus: false,
    // The editor must start from stored data, not from the cache.
    gcTime: 0,
  });
  return (
    <>
      <ScreenHeader title={title} />
      <QueryView query={site} loading={<Skeleton className="mt-6 h-[40rem]" />}>
        {(state) => <Editor state={state} mayEdit={role !== "viewer"} />}
      </QueryView>
    </>
  );
}

function Editor({ state, mayEdit }: { state: SiteState; mayEdit: boolean }) {
  const edited = useSiteDraft(state);
  const { updatedAt, updatedBy, definition } = edited.base;
  const isDirty = edited.changes.length > 0;
  useUnsavedGuard(isDirty);
  useSiteTimeOf(definition);
  return (
    <div className="max-w-4xl">
      <p className="mt-2 mb-8 text-ink-muted">
        {updatedAt === null ? "Default settings." : `Changed ${formatPrecise(updatedAt)} by ${updatedBy}.`}{" "}
        {mayEdit
          ? "Changes apply to everyone's screens at once."
          : "You have view-only access. Ask an editor to make changes."}
      </p>
      <SiteForm key={edited.beginning} edited={edited} mayEdit={mayEdit} />
      <SavedLine edited={edited} text="Saved." />
      <section className="mt-12">
        <h2 className="font-semibold">History</h2>
        <ChangeList
          query={{ entity: "site", key: SITE_KEY }}
          mayRevert={mayEdit && !isDirty}
          onReverted={edited.reload}
          empty={<p className="mt-2 border-hairline border-t py-2 text-ink-muted">No changes yet.</p>}
        />
      </section>
      <ConflictDialog edited={edited} />
    </div>
  );
}

/** Shows times in a saved time zone from now on, and drops what was read for the previous one. */
function useSiteTimeOf({ timeZone, weekStart }: SiteState["definition"]): void {
  const queries = useQueryClient();
  useEffect(() => {
    setSiteTime({ timeZone, weekStart });
    void queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== "site" });
  }, [queries, timeZone, weekStart]);
}
