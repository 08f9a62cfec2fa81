import { formatCounted } from "@marquee/contract";
import { may, type RecordingKeptResponse, type RecordingResponse } from "@marquee/contract/schema";
import { useRoute } from "../../shared/api/useRoute.ts";
import { SettingsEditor } from "../../shared/draft/SettingsEditor.tsx";
import { draftsOf, EDITOR_QUERY, useDraft } from "../../shared/draft/useDraft.ts";
import { formatMegabytes, formatPrecise } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";
import { RecordingForm } from "./RecordingForm.tsx";

/** The recording settings: sampling, rules, privacy and RUM, with their history. */
export function RecordingSettingsScreen({ title, account: { role } }: ScreenProps) {
  const recording = useRoute("GET /recording", {}, EDITOR_QUERY);
  return (
    <>
      <ScreenHeader title={title} />
      <QueryView query={recording} loading={<Skeleton className="mt-6 h-[40rem]" />}>
        {(state) => <Editor state={state} mayEdit={may(role, "edit")} />}
      </QueryView>
    </>
  );
}

function Editor({ state, mayEdit }: { state: RecordingResponse; mayEdit: boolean }) {
  const edited = useDraft(draftsOf("recording"), state);
  return (
    <SettingsEditor
      edited={edited}
      entity="recording"
      mayEdit={mayEdit}
      effect="Changes reach visitors within a minute."
      saved="Saved. Changes reach visitors within a minute."
      notes={<RetentionNote />}
    >
      <RecordingForm key={edited.beginning} edited={edited} mayEdit={mayEdit} />
    </SettingsEditor>
  );
}

/** Retention of recordings, and of the archived pages that they use. */
function RetentionNote() {
  const retention = useRoute("GET /recording/kept");
  return (
    <section className="mt-12">
      <h2 className="font-semibold">Data retention</h2>
      <QueryView query={retention} loading={<Skeleton className="mt-2 h-16" />}>
        {(data) => <Retention retention={data} />}
      </QueryView>
    </section>
  );
}

function Retention({ retention: { retentionDays, archive } }: { retention: RecordingKeptResponse }) {
  return (
    <div className="mt-2 grid gap-2 border-hairline border-t py-2 text-ink-muted">
      <p>
        {retentionDays === null
          ? "Recordings are kept forever (REPLAY_RETENTION_DAYS is 0)."
          : `Recordings, and the personal data of clicks and RUM events, are kept for ${formatCounted(retentionDays, "day")} (REPLAY_RETENTION_DAYS).`}
      </p>
      <p>
        The page archive holds {formatCounted(archive.files, "file")}, {formatMegabytes(archive.bytes)}. Each
        page stays until {formatCounted(archive.graceDays, "day")} after it was last served, and as long as a
        recording, a heatmap, an error or one of the two latest releases needs it.{" "}
        {prunedText(archive.lastPruning)}
      </p>
    </div>
  );
}

function prunedText(last: RecordingKeptResponse["archive"]["lastPruning"]): string {
  if (!last) return "It is cleaned up once a day.";
  const removed =
    last.files === 0
      ? "nothing was removed"
      : `removed ${formatCounted(last.files, "file")}, ${formatMegabytes(last.bytes)}`;
  return `Last cleanup ${formatPrecise(last.at)}: ${removed}.`;
}
