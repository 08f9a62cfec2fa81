import { may, type SiteResponse } from "@marquee/contract/schema";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useRoute } from "../../shared/api/useRoute.ts";
import { SettingsEditor } from "../../shared/draft/SettingsEditor.tsx";
import { draftsOf, EDITOR_QUERY, useDraft } from "../../shared/draft/useDraft.ts";
import { setSiteTime } from "../../shared/format/siteTime.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";
import { SiteForm } from "./SiteForm.tsx";

/** Time zone, week, hosts and excluded visits of the site, with their history. */
export function SiteSettingsScreen({ title, account: { role } }: ScreenProps) {
  const site = useRoute("GET /site", {}, EDITOR_QUERY);
  return (
    <>
      <ScreenHeader title={title} />
      <QueryView query={site} loading={<Skeleton className="mt-6 h-[40rem]" />}>
        {(state) => <Editor state={state} mayEdit={may(role, "edit")} />}
      </QueryView>
    </>
  );
}

function Editor({ state, mayEdit }: { state: SiteResponse; mayEdit: boolean }) {
  const edited = useDraft(draftsOf("site"), state);
  useSiteTimeOf(edited.base.definition);
  return (
    <SettingsEditor
      edited={edited}
      entity="site"
      mayEdit={mayEdit}
      effect="Changes apply to everyone's screens immediately."
      saved="Saved."
    >
      <SiteForm key={edited.beginning} edited={edited} mayEdit={mayEdit} />
    </SettingsEditor>
  );
}

/** Applies a saved time zone, and drops data cached for the previous time zone or hosts. */
function useSiteTimeOf({ timeZone, weekStart, hosts }: SiteResponse["definition"]): void {
  const queries = useQueryClient();
  const hostNames = hosts.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: figures are of the site's hosts.
  useEffect(() => {
    setSiteTime({ timeZone, weekStart });
    void queries.invalidateQueries({ predicate: ({ queryKey: [route] }) => route !== "GET /site" });
  }, [queries, timeZone, weekStart, hostNames]);
}
