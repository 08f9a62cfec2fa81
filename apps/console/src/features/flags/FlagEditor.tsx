import { type FlagState, may } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { ArrowLeft } from "lucide-react";
import { Link } from "wouter";
import { useRoute } from "../../shared/api/useRoute.ts";
import { ChangeList } from "../../shared/changes/ChangeList.tsx";
import { ConflictDialog } from "../../shared/draft/ConflictDialog.tsx";
import { SavedLine } from "../../shared/draft/SavedLine.tsx";
import { useFlagDraft } from "../../shared/draft/useFlagDraft.ts";
import { useUnsavedGuard } from "../../shared/draft/useUnsavedGuard.ts";
import { formatPrecise } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { focus } from "../../shared/ui/focus.ts";
import { type ScreenProps, useTitle } from "../../shared/ui/screen.tsx";
import { FlagForm } from "./FlagForm.tsx";
import { TYPE_NAMES } from "./flagFilters.ts";
import { savedText } from "./ruleSummary.ts";
import { Tester } from "./Tester.tsx";

const LINK = "underline underline-offset-4";

/** One flag: value, rules, tester and history. */
export function FlagEditor({ params: { key: flagKey }, account: { role } }: ScreenProps<"key">) {
  useTitle(flagKey);
  const flag = useRoute(
    "GET /flags/:key",
    { params: { key: flagKey } },
    {
      // A refetch must not replace a draft. Saving reports conflicts.
      refetchOnWindowFocus: false,
      // The editor must start from stored data, not from the cache.
      gcTime: 0,
    },
  );
  return (
    <>
      <Link href="/flags" className={`inline-flex items-center gap-1.5 text-ink-muted ${LINK}`}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        Flags
      </Link>
      <h1 ref={focus} tabIndex={-1} className="wrap-anywhere mt-2 font-display text-title outline-none">
        {flagKey}
      </h1>
      <QueryView query={flag}>{(state) => <Editor state={state} mayEdit={may(role, "edit")} />}</QueryView>
    </>
  );
}

function Editor({ state, mayEdit }: { state: FlagState; mayEdit: boolean }) {
  const flag = useFlagDraft(state);
  const { key } = flag.draft;
  useUnsavedGuard(flag.changes.length > 0);
  return (
    <>
      <About state={flag.base} mayEdit={mayEdit} />
      <div className="mt-6 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="min-w-0">
          <FlagForm key={flag.beginning} flag={flag} isBuiltIn={flag.base.isBuiltIn} mayEdit={mayEdit} />
          <SavedLine edited={flag} text={savedText(flag.base.definition.rules)} />
        </div>
        <Tester definition={flag.draft} isUnsaved={flag.changes.length > 0} />
      </div>
      <section className="mt-12">
        <h2 className="font-semibold">History</h2>
        <ChangeList
          query={{ entity: "flag", key }}
          mayRevert={mayEdit && flag.changes.length === 0}
          onReverted={flag.reload}
          empty={
            <p className="mt-2 border-hairline border-t py-2 text-ink-muted">
              No changes yet. It still has its built-in value.
            </p>
          }
        />
      </section>
      <ConflictDialog edited={flag} />
    </>
  );
}

function About({ state, mayEdit }: { state: FlagState; mayEdit: boolean }) {
  const { definition, updatedAt, updatedBy, isBuiltIn, experiment } = state;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted">
      <Badge>{TYPE_NAMES[definition.type]}</Badge>
      {isBuiltIn && <Badge tone="sky">used by the site</Badge>}
      {definition.isArchived && <Badge tone="clay">archived</Badge>}
      {experiment && (
        <Link href={`/experiments/${encodeURIComponent(experiment)}`} className={LINK}>
          Experiment {experiment} is running on this flag
        </Link>
      )}
      <span>
        {updatedAt === null ? "Never changed." : `Changed ${formatPrecise(updatedAt)} by ${updatedBy}.`}
      </span>
      {!mayEdit && (
        <p className="basis-full">
          You have view-only access, and you can test the flag. Ask an editor to make changes.
        </p>
      )}
    </div>
  );
}
