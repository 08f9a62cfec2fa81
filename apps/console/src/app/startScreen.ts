import { decodeValue } from "@marquee/contract";
import type { QueryClient } from "@tanstack/react-query";
import { replayQuery } from "../features/replays/watch/replayQuery.ts";
import { SCREENS, type Screen } from "./screens.ts";
import { sessionQuery } from "./session.ts";

/** Starts to fetch the screen of an address before it is known who is signed in; the server decides that for each request. */
export function startScreen(client: QueryClient, pathname: string): void {
  const path = pathname.replace(/^\/console/, "").replace(/\/$/, "") || "/";
  const screen = findScreen(path);
  // Failed requests are repeated, and reported, by the screen. The slowest request starts first.
  if (screen?.path === "/replays/:id") void client.prefetchQuery(replayQuery(lastSegment(path)));
  void client.prefetchQuery(sessionQuery);
  void screen?.load().catch(() => undefined);
}

/** @param path without the console's base. @returns the first screen whose path matches. */
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
