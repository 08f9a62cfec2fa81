import { useEffect, useRef } from "react";
import type { Playback } from "./playback/playback.types.ts";
import { isRunning } from "./playerKeys.ts";

/** Has a replay rest for as long as it is held, and go on where it played before. */
export function useHold(playback: Playback | null, isHeld: boolean): void {
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
