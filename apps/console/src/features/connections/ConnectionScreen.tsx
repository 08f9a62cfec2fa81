import type { ConnectionState } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { useQuery } from "@tanstack/react-query";
import { routeKey } from "../../shared/api/useRoute.ts";
import { EditorFrame } from "../../shared/draft/EditorFrame.tsx";
import { EDITOR_QUERY } from "../../shared/draft/useDraft.ts";
import { groupNamesAndCodes } from "../../shared/format/receiptTexts.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { BackLink } from "../../shared/ui/links.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";
import { ConnectionForm } from "./ConnectionForm.tsx";
import { originText, resultText, STATE_NAMES, STATE_TONES } from "./connectionTexts.ts";
import { loadConnection, useConnectionDraft } from "./useConnectionDraft.ts";

/** One connection: what data it uses and how, its state, its settings and their history. */
export function ConnectionScreen({ title, params: { kind } }: ScreenProps<"kind">) {
  const connection = useQuery({
    queryKey: routeKey("GET /connections", kind),
    queryFn: () => loadConnection(kind),
    ...EDITOR_QUERY,
  });
  return (
    <>
      <BackLink href="/connections">Connections</BackLink>
      <div className="mt-3">
        <ScreenHeader title={connection.data?.title ?? title}>
          {connection.data && <StateBadge connection={connection.data} />}
        </ScreenHeader>
      </div>
      <QueryView query={connection} loading={<Skeleton className="mt-6 h-96" />} className="max-w-4xl">
        {(stored) => <Editor stored={stored} />}
      </QueryView>
    </>
  );
}

function StateBadge({ connection: { state } }: { connection: ConnectionState }) {
  return <Badge tone={STATE_TONES[state]}>{STATE_NAMES[state]}</Badge>;
}

function Editor({ stored }: { stored: ConnectionState }) {
  const edit = useConnectionDraft(stored);
  const { edited } = edit;
  const connection = edited.base;
  const isDirty = edited.changes.length > 0 || Object.values(edit.secrets).some((secret) => secret !== "");
  return (
    <EditorFrame
      edited={edited}
      entity="connection"
      historyKey={connection.kind}
      mayRevert={false}
      isDirty={isDirty}
      saved="Saved. It takes effect immediately."
    >
      <About connection={connection} />
      <ConnectionForm edit={edit} isDirty={isDirty} />
    </EditorFrame>
  );
}

function About({ connection }: { connection: ConnectionState }) {
  const { purpose, dataFlow, consent, error } = connection;
  const result = resultText(connection, Date.now());
  return (
    <>
      <p className="mt-2 max-w-prose text-lead">{purpose}</p>
      {result && (
        <p className={`wrap-anywhere mt-2 ${error === null ? "text-ink-muted" : "text-clay"}`}>{result}</p>
      )}
      <p className="mt-1 text-ink-muted">{originText(connection)}</p>
      <section className="mt-8">
        <h2 className="font-semibold">What goes where</h2>
        <ul className="mt-2 grid max-w-prose list-disc gap-1.5 pl-5">
          {dataFlow.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p className="mt-3 max-w-prose text-ink-muted">
          {consent === null
            ? "It doesn't need visitors' consent."
            : `Only visitors who granted ${groupNamesAndCodes({ groups: [consent] })} are affected.`}
        </p>
      </section>
    </>
  );
}
