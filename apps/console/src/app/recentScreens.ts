import { useEffect } from "react";
import { SCREENS, screenAt } from "./screens.ts";

const KEY = "marquee_console_recent";
const MAX_SCREENS = 8;

/**
 * Paths of the screens that this browser opened last, the latest first. Only paths without parameters are stored, so nothing here names a lead
 * or a visitor. Invalid stored entries are dropped, because older versions and other scripts may have written them.
 */
export function readRecentScreens(): string[] {
  const stored = parse(localStorage.getItem(KEY));
  if (!Array.isArray(stored)) return [];
  const paths = SCREENS.filter(({ path }) => stored.includes(path)).map(({ path }) => path);
  return paths.sort((one, other) => stored.indexOf(one) - stored.indexOf(other)).slice(0, MAX_SCREENS);
}

/** Puts a screen first in the list. @param path of a screen in the navigation. */
export function noteScreen(path: string): void {
  const paths = [path, ...readRecentScreens().filter((other) => other !== path)];
  try {
    localStorage.setItem(KEY, JSON.stringify(paths.slice(0, MAX_SCREENS)));
  } catch {
    // The storage is full. The list is a convenience.
  }
}

/** Notes the screen at `location`, and the screen that lists it for one of its entries, such as a lead. */
export function useRecentScreens(location: string): void {
  const path = screenAt(location)?.path;
  useEffect(() => {
    if (path !== undefined) noteScreen(path);
  }, [path]);
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
