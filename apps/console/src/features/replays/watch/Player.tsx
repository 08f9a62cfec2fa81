import type { ReplayResponse } from "@marquee/contract/schema";
import { useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useAdjacentReplays } from "../useReplays.ts";
import { ActivityList } from "./ActivityList.tsx";
import { Controls } from "./Controls.tsx";
import { Notes } from "./Notes.tsx";
import type { Playback } from "./playback/playback.types.ts";
import { buildTracks } from "./playback/tracks.ts";
import { isRunning, pressKey, useKeys } from "./playerKeys.ts";
import { positionOf, readReplayStart, resolveTab } from "./replayPositionLink.ts";
import { Stage } from "./Stage.tsx";
import { Timeline } from "./timeline/Timeline.tsx";
import { usePlayback } from "./usePlayback.ts";

interface TabPickerProps {
  count: number;
  /** The selected tab, from 1. */
  chosen: number;
  onChoose: (tab: number) => void;
}

interface PlayerProps {
  replayId: string;
  /** Undefined until it is loaded. The player's code loads in the meantime. */
  answer: ReplayResponse | undefined;
  /** Whether to pause, for example while a dialog is open. */
  isHeld: boolean;
}

/** Plays a session, one tab at a time. */
export function Player({ replayId, answer, isHeld }: PlayerProps) {
  const tracks = useMemo(() => buildTracks(answer?.segments ?? []), [answer]);
  const start = readReplayStart(useSearch());
  const linkedPosition = positionOf(start, tracks);
  const [chosen, setTab] = useState<number | null>(null);
  const tab = resolveTab(chosen ?? linkedPosition.tab, tracks.length);
  const track = tracks[tab - 1];
  const frame = useRef<HTMLIFrameElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  const [, navigate] = useLocation();
  const go = (href: string | null) => href && navigate(href);
  const onFullscreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void screen.current?.requestFullscreen();
  };
  const onKey = (key: string): boolean => {
    const actions = { onPrevious: () => go(previous), onNext: () => go(next), onFullscreen };
    return playback !== null && pressKey(key, { playback, ...actions });
  };
  const isThere = chosen === null || chosen === linkedPosition.tab;
  const isPaused = isThere && start.kind === "time";
  const beginning = { from: isThere ? linkedPosition.time : 0, isPlayed: !isPaused };
  const { playback, state } = usePlayback(frame, { answer, track, ...beginning, onKey });
  // The replay loads first, the list of adjacent replays after it.
  const { previous, next } = useAdjacentReplays(replayId, state !== null && state.status !== "opening");
  useKeys(onKey);
  usePauseWhile(playback, isHeld);
  const length = track ? track.end - track.start : 0;
  const moment = track && isThere && start.kind === "moment" ? start.at - track.start : null;
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0">
        <div
          ref={screen}
          className="flex flex-col overflow-hidden rounded-md border border-hairline bg-background"
        >
          <AddressLine page={state?.page ?? ""} />
          <Stage frame={frame} state={state} />
          {playback && state && (
            <div className="@container border-hairline border-t px-3 pt-1 pb-2">
              <Timeline state={state} length={length} playback={playback} />
              <Controls
                state={state}
                length={length}
                playback={playback}
                previous={previous}
                next={next}
                onFullscreen={onFullscreen}
              />
            </div>
          )}
        </div>
        <div className="mt-2 flex flex-wrap items-start gap-x-4 gap-y-2">
          <TabPicker count={tracks.length} chosen={tab} onChoose={setTab} />
          <Notes state={state} tab={tab} named={isPaused ? linkedPosition : null} />
        </div>
      </div>
      {playback && state && (
        <div className="relative min-h-64 max-lg:h-96">
          <div className="absolute inset-0 grid">
            <ActivityList marks={state.marks} time={state.time} moment={moment} onSeek={playback.seek} />
          </div>
        </div>
      )}
    </div>
  );
}

/** The URL of the page shown, like a browser's address bar. */
function AddressLine({ page }: { page: string }) {
  const url = URL.canParse(page) ? new URL(page) : null;
  return (
    <p className="flex h-9 items-center gap-2 border-hairline border-b bg-surface px-3 text-xs">
      <span className="sr-only">Current page: </span>
      <span className="truncate" title={page}>
        {url && <span className="text-ink-muted">{url.host}</span>}
        {url ? `${url.pathname}${url.search}` : page}
      </span>
    </p>
  );
}

/** Selects one of the visitor's browser tabs. Hidden if there is only one. */
function TabPicker({ count, chosen, onChoose }: TabPickerProps) {
  if (count < 2) return null;
  return (
    <fieldset className="flex rounded-sm border border-hairline p-0.5">
      <legend className="sr-only">Browser tab</legend>
      {Array.from({ length: count }, (_, index) => index + 1).map((tab) => (
        <button
          key={tab}
          type="button"
          aria-pressed={tab === chosen}
          onClick={() => onChoose(tab)}
          className="rounded-[4px] px-2.5 py-1 hover:bg-surface-sunken aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-strong"
        >
          Tab {tab}
        </button>
      ))}
    </fieldset>
  );
}

/** Pauses the replay while it is held, and resumes it afterwards if it was playing. */
function usePauseWhile(playback: Playback | null, isHeld: boolean): void {
  const wasRunning = useRef(false);
  useEffect(() => {
    if (!playback) return;
    if (isHeld) {
      wasRunning.current = isRunning(playback.state());
      if (wasRunning.current) playback.pause();
    } else if (wasRunning.current) {
      wasRunning.current = false;
      playback.play();
    }
  }, [playback, isHeld]);
}
