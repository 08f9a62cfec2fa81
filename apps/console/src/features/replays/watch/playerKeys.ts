import { ONE_SECOND } from "@marquee/contract";
import type { Playback, PlaybackState } from "./playback/playback.types.ts";

export const SPEEDS: readonly number[] = [0.5, 1, 2, 4, 8, 16];
/** How far one goes back or on at once. */
export const STEP = 5 * ONE_SECOND;

interface Actions {
  playback: Playback;
  onPrevious: () => void;
  onNext: () => void;
  onFullscreen: () => void;
}

/**
 * Runs the action of a key.
 * @returns whether the key has one.
 */
export function pressKey(key: string, { playback, onPrevious, onNext, onFullscreen }: Actions): boolean {
  const { time, hasTrail, skipsQuiet } = playback.state();
  const actions: Record<string, () => void> = {
    " ": () => (isRunning(playback.state()) ? playback.pause() : playback.play()),
    arrowleft: () => playback.seek(time - STEP),
    arrowright: () => playback.seek(time + STEP),
    j: onPrevious,
    k: onNext,
    f: onFullscreen,
    m: () => playback.setTrail(!hasTrail),
    s: () => playback.setSkipsQuiet(!skipsQuiet),
    "<": () => playback.setSpeed(nextSpeed(playback.state().speed, -1)),
    ">": () => playback.setSpeed(nextSpeed(playback.state().speed, 1)),
  };
  const action = Object.hasOwn(actions, key.toLowerCase()) ? actions[key.toLowerCase()] : undefined;
  action?.();
  return action !== undefined;
}

/** Whether the button that starts and stops it stops it. */
export function isRunning({ isPlayed, status }: Pick<PlaybackState, "isPlayed" | "status">): boolean {
  return isPlayed && status !== "ended";
}

function nextSpeed(speed: number, step: 1 | -1): number {
  const place = SPEEDS.indexOf(speed);
  return SPEEDS[place + step] ?? speed;
}
