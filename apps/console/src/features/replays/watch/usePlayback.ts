import { decodeSegments } from "@marquee/contract";
import type { ReplayResponse } from "@marquee/contract/schema";
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { requestBytes } from "../../../shared/api/request.ts";
import { createPlayback } from "./playback/createPlayback.ts";
import type { Playback, PlaybackState } from "./playback/playback.types.ts";
import type { Track } from "./playback/tracks.ts";

interface PlaybackOptions {
  /** Undefined until it is loaded. */
  answer: ReplayResponse | undefined;
  track: Track | undefined;
  /** Start position, in milliseconds from the start of the track. */
  from: number;
  /** Whether to play as soon as possible. */
  isPlayed: boolean;
  onKey: (key: string) => void;
}

/** Playback settings, kept from one replay to the next. */
const lastSettings = { speed: 1, skipsQuiet: true, hasTrail: true };

/** Plays a track in the iframe. Another track or replay creates a new playback. */
export function usePlayback(
  frame: RefObject<HTMLIFrameElement | null>,
  { answer, track, from, isPlayed, onKey }: PlaybackOptions,
): { playback: Playback | null; state: PlaybackState | null } {
  const [playback, setPlayback] = useState<Playback | null>(null);
  const keys = useRef(onKey);
  keys.current = onKey;
  const beginning = useRef({ from, isPlayed });
  beginning.current = { from, isPlayed };
  useEffect(() => {
    if (!frame.current || !answer || !track) return;
    const { replay, marks } = answer;
    const created = createPlayback({
      ...lastSettings,
      ...beginning.current,
      frame: frame.current,
      track,
      marks,
      fetchSegments: (ids, signal) => fetchSegments(replay.id, ids, signal),
      onKey: (key) => keys.current(key),
    });
    setPlayback(created);
    return () => {
      const { speed, skipsQuiet, hasTrail } = created.state();
      Object.assign(lastSettings, { speed, skipsQuiet, hasTrail });
      created.stop();
    };
  }, [frame, answer, track]);
  const state = useSyncExternalStore(playback?.subscribe ?? subscribeToNothing, playback?.state ?? nothing);
  return { playback, state };
}

const subscribeToNothing = () => () => {};
const nothing = () => null;

/**
 * The segments' JSON, in the order of `ids`; null for segments that are missing or can't be decompressed.
 * @throws if the request fails.
 */
async function fetchSegments(
  replay: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<(ArrayBuffer | null)[]> {
  const [first] = ids;
  // The browser decompresses the response for a single segment itself, off the main thread.
  if (first !== undefined && ids.length === 1)
    return [
      await requestBytes("GET /replays/:id/segments/:segment", {
        params: { id: replay, segment: first },
        signal: signal,
      }),
    ];
  const packed = decodeSegments(
    await requestBytes("GET /replays/:id/segments", {
      params: { id: replay },
      query: { id: [...ids] },
      signal: signal,
    }),
  );
  return Promise.all(ids.map((_, index) => inflate(packed[index] ?? null)));
}

async function inflate(segment: Uint8Array<ArrayBuffer> | null): Promise<ArrayBuffer | null> {
  if (!segment) return null;
  const unpacked = new Blob([segment]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(unpacked).arrayBuffer().catch(() => null);
}
