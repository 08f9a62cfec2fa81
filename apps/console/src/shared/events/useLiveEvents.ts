import type { LiveEvent } from "@marquee/contract/schema";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { streamUrl } from "../api/request.ts";

const KEPT = 200;
const RETRY_AFTER = 10_000;

export const LIVE_QUERY = ["live"];

export type Connection = "connecting" | "open" | "lost";

interface LiveEvents {
  /** Events that arrived since the screen was opened, newest first, at most 200. */
  arrived: readonly LiveEvent[];
  /** Events that arrived while paused, newest first. Not shown yet. */
  waiting: readonly LiveEvent[];
  connection: Connection;
  isPaused: boolean;
  togglePause: () => void;
}

/** Streams events as they arrive. The browser reconnects after a lost connection, and this hook after a rejected one. */
export function useLiveEvents(): LiveEvents {
  const [arrived, setArrived] = useState<readonly LiveEvent[]>([]);
  const [held, setHeld] = useState<readonly LiveEvent[]>([]);
  const [connection, setConnection] = useState<Connection>("connecting");
  const [isPaused, setPaused] = useState(false);
  const paused = useRef(false);
  const queries = useQueryClient();

  useEffect(() => {
    let source: EventSource;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const connect = () => {
      source = new EventSource(streamUrl("GET /live/stream"));
      source.onopen = () => setConnection("open");
      source.onerror = () => {
        setConnection("lost");
        if (source.readyState !== EventSource.CLOSED) return;
        // The server rejected the connection, and browsers don't retry that. If this query returns 401, the console signs out.
        void queries.invalidateQueries({ queryKey: LIVE_QUERY });
        retry = setTimeout(connect, RETRY_AFTER);
      };
      source.onmessage = ({ data }) => {
        const event = JSON.parse(data) as LiveEvent;
        const add = (events: readonly LiveEvent[]) => prepend([event], events);
        if (paused.current) setHeld(add);
        else setArrived(add);
      };
    };
    connect();
    return () => {
      clearTimeout(retry);
      source.close();
    };
  }, [queries]);

  const togglePause = useCallback(() => {
    paused.current = !paused.current;
    setPaused(paused.current);
    if (paused.current) return;
    setArrived((events) => prepend(held, events));
    setHeld([]);
  }, [held]);

  return { arrived, waiting: held, connection, isPaused, togglePause };
}

/** Both lists, newest first, without duplicate messages. */
function prepend(newer: readonly LiveEvent[], older: readonly LiveEvent[]): readonly LiveEvent[] {
  const ids = new Set(newer.map(({ messageId }) => messageId));
  return [...newer, ...older.filter(({ messageId }) => !ids.has(messageId))].slice(0, KEPT);
}
