import type { EventSummary } from "@marquee/contract/schema";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { streamUrl } from "../api/request.ts";
import { reload } from "../api/useRoute.ts";

const KEPT = 200;
const RETRY_AFTER = 10_000;

export type Connection = "connecting" | "open" | "lost";

interface LiveEvents {
  /** Events that arrived since the screen was opened, newest first, at most 200. */
  arrived: readonly EventSummary[];
  /** Events that arrived while held, newest first. They move to `arrived` afterward. */
  waiting: readonly EventSummary[];
  connection: Connection;
}

/** Streams events as they arrive. The browser reconnects after a lost connection, and this hook after a rejected one. */
export function useLiveEvents({ isHeld = false } = {}): LiveEvents {
  const [arrived, setArrived] = useState<readonly EventSummary[]>([]);
  const [held, setHeld] = useState<readonly EventSummary[]>([]);
  const [connection, setConnection] = useState<Connection>("connecting");
  const isHolding = useRef(isHeld);
  const heldNow = useRef<readonly EventSummary[]>([]);
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
        void reload(queries, "POST /query/live");
        retry = setTimeout(connect, RETRY_AFTER);
      };
      source.onmessage = ({ data }) => {
        const event = JSON.parse(data) as EventSummary;
        if (isHolding.current) {
          heldNow.current = prepend([event], heldNow.current);
          setHeld(heldNow.current);
        } else setArrived((events) => prepend([event], events));
      };
    };
    connect();
    return () => {
      clearTimeout(retry);
      source.close();
    };
  }, [queries]);

  useEffect(() => {
    isHolding.current = isHeld;
    if (isHeld) return;
    const waiting = heldNow.current;
    heldNow.current = [];
    setHeld([]);
    setArrived((events) => prepend(waiting, events));
  }, [isHeld]);

  return { arrived, waiting: held, connection };
}

/** Both lists, newest first, without duplicate messages. */
function prepend(newer: readonly EventSummary[], older: readonly EventSummary[]): readonly EventSummary[] {
  const ids = new Set(newer.map(({ messageId }) => messageId));
  return [...newer, ...older.filter(({ messageId }) => !ids.has(messageId))].slice(0, KEPT);
}
