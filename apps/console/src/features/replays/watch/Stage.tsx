import type { CSSProperties, RefObject } from "react";
import { PLAYER_PATH } from "../../../player/protocol.ts";
import type { PlaybackState } from "./playback/playback.types.ts";

interface StageProps {
  frame: RefObject<HTMLIFrameElement | null>;
  state: PlaybackState | null;
}

/** Viewport size in CSS pixels until the recording reports its own. */
const USUAL_SIZE = { width: 1280, height: 800 };
/** As high as the surrounding elements allow; on phones, those are the header and the controls. */
const SHAPE =
  "aspect-(--shape) max-h-[calc(min(72dvh,48rem)-8rem)] min-h-40 max-md:max-h-[calc(100dvh-19rem)] in-[:fullscreen]:aspect-auto in-[:fullscreen]:max-h-none in-[:fullscreen]:flex-1";

/** The page as the visitor saw it, in the proportions of their viewport. It does not react to clicks. */
export function Stage({ frame, state }: StageProps) {
  const isOpening = !state || state.status === "opening";
  const { width, height } = state?.size ?? USUAL_SIZE;
  const shape = { "--shape": `${width} / ${height}` } as CSSProperties;
  return (
    <div className={`relative overflow-hidden bg-surface-sunken ${SHAPE}`} style={shape}>
      <iframe
        ref={frame}
        src={PLAYER_PATH}
        title="Replay"
        sandbox="allow-scripts allow-same-origin"
        tabIndex={-1}
        className="absolute inset-0 size-full border-0 [color-scheme:light]"
      />
      {isOpening && (
        <div className="absolute inset-0 grid place-items-center">
          <div className="w-56 text-center">
            <p className="text-ink-muted">Loading recording</p>
            <progress
              aria-label="Loaded"
              value={state?.loaded ?? 0}
              max={1}
              className="mt-2 h-1.5 w-full accent-accent"
            />
          </div>
        </div>
      )}
      {state?.status === "waiting" && (
        <p className="absolute inset-x-0 bottom-3 mx-auto w-fit rounded-sm bg-surface px-3 py-1.5 shadow-float">
          Buffering
        </p>
      )}
    </div>
  );
}
