import { type FlagState, may } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { ArrowLeft } from "lucide-react";
import { Link } from "wouter";
import { useRoute } from "../../shared/api/useRoute.ts";
import { EditorFrame } from "../../shared/draft/EditorFrame.tsx";
import { draftsOf, EDITOR_QUERY, useDraft } from "../../shared/draft/useDraft.ts";
import { formatPrecise } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { type ScreenProps, useTitle } from "../../shared/ui/screen.tsx";
import { FlagForm } from "./FlagForm.tsx";
import { TYPE_NAMES } from "./flagFilters.ts";
import { savedText } from "./ruleSummary.ts";
import { Tester } from "./Tester.tsx";

const LINK = "underline underline-offset-4";

/** One flag: value, rules, tester and history. */
export function FlagEditor({ params: { key: flagKey }, account: { role } }: ScreenProps<"key">) {
  useTitle(flagKey);
  const flag = useRoute("GET /flags/:key", { params: { key: flagKey } }, EDITOR_QUERY);
  return (
    <>
      <Link href="/flags" className={`inline-flex items-center gap-1.5 text-ink-muted ${LINK}`}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        Flags
      </Link>
      <h1 className="wrap-anywhere mt-2 font-display text-title">{flagKey}</h1>
      <QueryView query={flag}>{(state) => <Editor state={state} mayEdit={may(role, "edit")} />}</QueryView>
    </>
  );
}

function Editor({ state, mayEdit }: { state: FlagState; mayEdit: boolean }) {
  const flag = useDraft(draftsOf("flag"), state);
  const { key } = flag.draft;
  return (
    <EditorFrame
      edited={flag}
      entity="flag"
      historyKey={key}
      mayRevert={mayEdit}
      saved={savedText(flag.base.definition.rules)}
      unchanged="No changes yet. It still has its built-in value."
    >
      <About state={flag.base} mayEdit={mayEdit} />
      <div className="mt-6 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="min-w-0">
          <FlagForm key={flag.beginning} flag={flag} isBuiltIn={flag.base.isBuiltIn} mayEdit={mayEdit} />
        </div>
        <Tester definition={flag.draft} isUnsaved={flag.changes.length > 0} />
      </div>
    </EditorFrame>
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
          You have view-only access but can test the flag. Ask an editor to make changes.
        </p>
      )}
    </div>
  );
}
