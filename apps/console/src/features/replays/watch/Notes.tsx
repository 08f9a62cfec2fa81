import { CopyButton } from "../../../shared/ui/CopyButton.tsx";
import { formatTimecode } from "../formatTimecode.ts";
import type { PlaybackState } from "./playback/playback.types.ts";
import { type ReplayPosition, replayPositionLink } from "./replayPositionLink.ts";

const STATUS_TEXTS: Record<PlaybackState["status"], string> = {
  opening: "Loading the recording",
  waiting: "Loading what comes next",
  playing: "Playing",
  paused: "Paused",
  ended: "The end of the recording",
};

interface NotesProps {
  state: PlaybackState | null;
  tab: number;
  /** The moment that the address names, at which it rests until it is played. */
  named: ReplayPosition | null;
}

/** What one should know while watching, and a link to what one sees. */
export function Notes({ state, tab, named }: NotesProps) {
  const missing = state?.missing ?? [];
  const time = state?.time ?? 0;
  return (
    <>
      <p className="min-w-0 flex-1 basis-64 text-ink-muted text-xs">
        *** stands for what was typed, xxx for text that your settings hide: neither left the visitor's
        browser. Striped areas were left out whole.
      </p>
      <span className="flex items-center text-ink-muted text-xs tabular-nums">
        Link to {formatTimecode(time)}
        <CopyButton
          text={replayPositionLink(location.href, { tab, time })}
          label="Copy a link to this moment"
        />
      </span>
      {state && named && named.tab !== tab && (
        <p role="alert" className="basis-full border-sun border-l-4 bg-sun-soft px-3 py-2">
          The link names tab {named.tab}, which this session does not have. This is the same time in tab {tab}
          .
        </p>
      )}
      {missing.length > 0 && (
        <p role="alert" className="basis-full border-sun border-l-4 bg-sun-soft px-3 py-2">
          {missing.map(({ from, to }) => `${formatTimecode(from)} to ${formatTimecode(to)}`).join(", ")} could
          not be had: it did not arrive, or was deleted. What follows may look incomplete until the next page.
        </p>
      )}
      <p role="status" className="sr-only">
        {state?.status === "paused" && time === named?.time
          ? `Paused at the moment that the link names, ${formatTimecode(time)}`
          : state && STATUS_TEXTS[state.status]}
      </p>
    </>
  );
}
