import { decodeValue } from "@marquee/contract";
import type { QueryClient } from "@tanstack/react-query";
import { replayQuery } from "../features/replays/watch/replayQuery.ts";
import { loadReplay } from "./screens.ts";
import { sessionQuery } from "./session.ts";

/** Begins to fetch what an address of a replay will need, before it is known who asks: the server decides that for each request. */
export function startReplay(client: QueryClient, pathname: string): void {
  const id = replayIdOf(pathname);
  if (id === null) return;
  // What fails here is asked for again, and told, by the screen. What the server has to look for is asked for first.
  void client.prefetchQuery(replayQuery(id));
  void client.prefetchQuery(sessionQuery);
  void loadReplay().catch(() => undefined);
}

function replayIdOf(pathname: string): string | null {
  const [, id] = /^\/console\/replays\/([^/]+)$/.exec(pathname) ?? [];
  return decodeValue(id ?? null) || null;
}
