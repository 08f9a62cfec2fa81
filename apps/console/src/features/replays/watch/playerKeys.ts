import { ONE_SECOND } from "@marquee/contract";
import { useEffect, useRef } from "react";
import { hasSingleKeys } from "../../../shared/ui/singleKeys.ts";
import type { Playback, PlaybackState } from "./playback/playback.types.ts";

export const SPEEDS: readonly number[] = [0.5, 1, 2, 4, 8, 16];
/** Distance of one step back or forward. */
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
    j: onNext,
    k: onPrevious,
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

/** Whether the play button pauses: playback runs, or will as soon as it can. */
export function isRunning({ isPlayed, status }: Pick<PlaybackState, "isPlayed" | "status">): boolean {
  return isPlayed && status !== "ended";
}

function nextSpeed(speed: number, step: 1 | -1): number {
  const place = SPEEDS.indexOf(speed);
  return SPEEDS[place + step] ?? speed;
}

/** Elements that handle all keys themselves. */
const TYPING =
  "textarea, [contenteditable], dialog, [role=dialog], input:not([type=range], [type=checkbox], [type=radio])";
const PRESSED_BY_SPACE = "button, a, summary, input[type=checkbox], input[type=radio]";

/**
 * Keyboard shortcuts for the whole screen, except in elements that use the keys themselves. A control clicked
 * with a pointer keeps the focus, so Space must not press it again.
 * @param onKey returns whether it handled the key.
 */
export function useKeys(onKey: (key: string) => boolean): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    let pointed: Element | null = null;
    let isTaken = false;
    const point = ({ target }: Event) => {
      pointed = target instanceof Element ? target.closest(PRESSED_BY_SPACE) : null;
    };
    const press = (event: KeyboardEvent) => {
      isTaken = false;
      if (event.key === "Tab") pointed = null;
      if (event.ctrlKey || event.metaKey || event.altKey || isOwnKey(event, pointed)) return;
      // Space and arrow keys stay on.
      if (event.key.length === 1 && event.key !== " " && !hasSingleKeys()) return;
      isTaken = latest.current(event.key);
      if (isTaken) event.preventDefault();
    };
    // Firefox clicks a button on keyup.
    const release = (event: KeyboardEvent) => {
      if (isTaken && event.key === " ") event.preventDefault();
    };
    addEventListener("pointerdown", point, true);
    addEventListener("keydown", press);
    addEventListener("keyup", release);
    return () => {
      removeEventListener("pointerdown", point, true);
      removeEventListener("keydown", press);
      removeEventListener("keyup", release);
    };
  }, []);
}

/** Whether the focused element handles this key itself. */
function isOwnKey({ target, key }: KeyboardEvent, pointed: Element | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(TYPING)) return true;
  if (target.closest("select")) return key === " " || key.startsWith("Arrow");
  const pressed = key === " " ? target.closest(PRESSED_BY_SPACE) : null;
  return pressed !== null && pressed !== pointed;
}
