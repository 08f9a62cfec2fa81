import type { ReplayMark } from "@marquee/contract/schema";
import type { PlayerReport } from "../../../../player/protocol.ts";
import { connectPlayer } from "./connectPlayer.ts";
import { createRecording } from "./createRecording.ts";
import { createStore } from "./createStore.ts";
import { type LoaderOptions, loadSegments, segmentsToLoad } from "./loadSegments.ts";
import type { Playback, PlaybackState } from "./playback.types.ts";
import type { Track } from "./tracks.ts";

interface PlaybackOptions
  extends Pick<PlaybackState, "speed" | "skipsQuiet" | "hasTrail">,
    Pick<LoaderOptions, "fetchSegments"> {
  frame: HTMLIFrameElement;
  track: Track;
  marks: readonly ReplayMark[];
  /** Start position, in milliseconds from the start of the track. */
  from: number;
  /** Whether to play as soon as possible; otherwise it pauses at the start position. */
  isPlayed: boolean;
  /** Called with each key that is pressed while the player has the focus. */
  onKey: (key: string) => void;
}

/** Inactivity with less time left than this is not skipped, because nobody would notice. Milliseconds. */
const MIN_INACTIVITY = 500;
/** How long facts are batched, in milliseconds, because segments arrive in bursts. */
const FACTS_INTERVAL = 100;

/**
 * Plays a track in the player's iframe.
 *
 *     opening ──segments for the position loaded──▶ playing ◀──▶ paused
 *                                                   │    ▲  └──────▶ ended
 *                          next segment not loaded  ▼    │ loaded
 *                                                  waiting
 */
export function createPlayback(options: PlaybackOptions): Playback {
  const { frame, track, speed, skipsQuiet, hasTrail } = options;
  const { start, end, segments } = track;
  const length = end - start;
  const recording = createRecording(track, options.marks);
  const clamp = (time: number) => Math.min(Math.max(0, time), length);
  const { state, set, subscribe } = createStore<PlaybackState>({
    status: "opening",
    time: clamp(options.from),
    speed,
    skipsQuiet,
    hasTrail,
    page: "",
    size: null,
    isPlayed: options.isPlayed,
    ...recording.facts(),
  });
  /** Whether the player shows the current position. */
  let isShown = false;
  let telling = 0;
  const player = connectPlayer(frame, hear);
  player.send({ type: "open", start, end, speed, hasTrail });
  const { isThere } = recording;
  const loader = loadSegments({
    next: (isWanted) => segmentsToLoad(segments, start + state().time, { isWanted, isThere }),
    fetchSegments: options.fetchSegments,
    onLoaded: ({ id, recordingId, clockCorrection }, json) => {
      const recordedAt = segments.find((each) => each.recordingId === recordingId)?.start ?? start;
      player.send({ type: "segment", id, recordingId, recordedAt, clockCorrection, json });
    },
    onMissing: ({ id }) => learn(() => recording.miss(id)),
  });

  function hear(report: PlayerReport): void {
    if (report.type === "key") options.onKey(report.key);
    if (report.type === "digest") learn(() => recording.settle(report.id, report.digest));
    if (report.type === "unreadable") learn(() => recording.miss(report.id));
    if (report.type === "size") set({ size: { width: report.width, height: report.height } });
    if (report.type === "time" && state().status === "playing") advance(clamp(report.at));
    if (report.type === "ended" && state().status === "playing") set({ status: "ended", time: length });
  }

  function learn(change: () => void): void {
    change();
    loader.resume();
    showWhenReady();
    telling ||= window.setTimeout(tell, FACTS_INTERVAL);
  }

  function tell(): void {
    telling = 0;
    set(recording.facts());
  }

  function showWhenReady(): void {
    const { time, isPlayed } = state();
    if (isShown || !recording.mayShow(time)) return;
    isShown = true;
    player.send({ type: isPlayed ? "play" : "seek", at: time });
    set({ status: isPlayed ? "playing" : "paused", page: recording.pageAt(time) });
  }

  function seek(to: number): void {
    isShown = false;
    player.send({ type: "pause" });
    set({ status: state().status === "opening" ? "opening" : "waiting", time: clamp(to) });
    loader.resume();
    showWhenReady();
  }

  function advance(time: number): void {
    const isQuiet = ({ from, to }: { from: number; to: number }) =>
      time >= from && time < to - MIN_INACTIVITY;
    const span = state().skipsQuiet ? state().quiet.find(isQuiet) : undefined;
    if (span || time >= recording.playableUntil(state().time)) seek(span?.to ?? time);
    else set({ time, page: recording.pageAt(time) });
  }

  return {
    state,
    subscribe,
    seek,
    play() {
      set({ isPlayed: true });
      seek(state().status === "ended" ? 0 : state().time);
    },
    pause() {
      set({ isPlayed: false });
      player.send({ type: "pause" });
      if (isShown) set({ status: "paused" });
    },
    setSpeed(value) {
      player.send({ type: "speed", speed: value });
      set({ speed: value });
    },
    setSkipsQuiet: (skips) => set({ skipsQuiet: skips }),
    setTrail(isOn) {
      player.send({ type: "trail", hasTrail: isOn });
      set({ hasTrail: isOn });
    },
    stop() {
      clearTimeout(telling);
      loader.stop();
      player.stop();
    },
  };
}
