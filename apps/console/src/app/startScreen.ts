import { decodeValue } from "@marquee/contract";
import type { QueryClient } from "@tanstack/react-query";
import { replayQuery } from "../features/replays/watch/replayQuery.ts";
import { SCREENS, type Screen } from "./screens.ts";
import { sessionQuery } from "./session.ts";

/** Starts loading a screen's code, and a replay's data, before the session is known. The server authorizes each request itself. */
export function startScreen(client: QueryClient, pathname: string): void {
  const path = pathname.replace(/^\/console/, "").replace(/\/$/, "") || "/";
  const screen = findScreen(path);
  // The screen retries and reports failed requests. The slowest request starts first.
  if (screen?.path === "/replays/:id") void client.prefetchQuery(replayQuery(lastSegment(path)));
  void client.prefetchQuery(sessionQuery);
  void screen?.load().catch(() => undefined);
}

/**
 * Finds the first screen whose path matches.
 * @param path without the console's base path.
 */
export function findScreen(path: string): Screen | undefined {
  const segments = path.split("/");
  return SCREENS.find((screen) => {
    const pattern = screen.path.split("/");
    const isSame = (part: string, index: number) => part.startsWith(":") || part === segments[index];
    return pattern.length === segments.length && pattern.every(isSame);
  });
}

function lastSegment(path: string): string {
  return decodeValue(path.slice(path.lastIndexOf("/") + 1));
}
