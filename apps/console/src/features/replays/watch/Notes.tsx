import { formatTimecode } from "../../../shared/format/format.ts";
import { CopyButton } from "../../../shared/ui/CopyButton.tsx";
import { Warning } from "../../../shared/ui/states.tsx";
import type { PlaybackState } from "./playback/playback.types.ts";
import { type ReplayPosition, replayPositionLink } from "./replayPositionLink.ts";

const STATUS_TEXTS: Record<PlaybackState["status"], string> = {
  opening: "Loading recording",
  waiting: "Buffering",
  playing: "Playing",
  paused: "Paused",
  ended: "End of recording",
};

interface NotesProps {
  state: PlaybackState | null;
  tab: number;
  /** The position in the URL, at which the replay starts paused; null for none. */
  named: ReplayPosition | null;
}

/** Notes on masking, missing parts and the status, and a link to the current time. */
export function Notes({ state, tab, named }: NotesProps) {
  const missing = state?.missing ?? [];
  const time = state?.time ?? 0;
  return (
    <>
      <p className="min-w-0 flex-1 basis-64 text-ink-muted text-xs">
        *** replaces input and xxx replaces masked text; neither left the visitor's browser. Striped areas are
        blocked elements.
      </p>
      <span className="flex items-center text-ink-muted text-xs tabular-nums">
        Link to {formatTimecode(time)}
        <CopyButton
          text={replayPositionLink(location.href, { tab, time })}
          label="Copy link at current time"
        />
      </span>
      {state && named && named.tab !== tab && (
        <Warning role="alert" className="basis-full">
          The link refers to tab {named.tab}, which doesn't exist in this session. Showing the same time in
          tab {tab}.
        </Warning>
      )}
      {missing.length > 0 && (
        <Warning role="alert" className="basis-full">
          {missing.map(({ from, to }) => `${formatTimecode(from)} to ${formatTimecode(to)}`).join(", ")} is
          missing: it never arrived or was deleted. The replay may look incomplete until the next page.
        </Warning>
      )}
      <p role="status" className="sr-only">
        {state?.status === "paused" && time === named?.time
          ? `Paused at the time in the link, ${formatTimecode(time)}`
          : state && STATUS_TEXTS[state.status]}
      </p>
    </>
  );
}
