import { ERROR_EVENT, ERROR_REPORT, type ErrorProperties } from "@marquee/contract";
import { listen } from "../browser/listen.ts";
import { monitor } from "../browser/monitor.ts";
import { describeError } from "./describeError.ts";

/** A page that fails in a loop is known to fail after this many. */
const MOST_PER_PAGE = 10;
/** What no page can mend: browser extensions, a harmless notice, and errors of which the browser may not say anything. */
const NOT_OURS = /^[a-z-]+-extension:|[a-z]-extension:\/\//;
const SAYS_NOTHING = /^(Script error\.?$|ResizeObserver loop )/;

export interface Errors {
  /** To be called once another page is shown: it has its own count. */
  pageShown(): void;
  stop(): void;
}

/** Tracks errors that nobody caught, and those that code hands over by {@link ERROR_REPORT}; each once a page view. */
export function startErrors(track: (event: string, properties: Record<string, unknown>) => void): Errors {
  const told = new Set<string>();
  let path = location.pathname;
  const tell = (properties: ErrorProperties) => {
    const { message, source, line, column, stack } = properties;
    const key = [message, source, line, column, stack].join("\n");
    if (told.size >= MOST_PER_PAGE || told.has(key)) return;
    if (NOT_OURS.test(source) || NOT_OURS.test(stack) || SAYS_NOTHING.test(message)) return;
    told.add(key);
    track(ERROR_EVENT, { ...properties });
  };
  const onError = monitor(({ error, message, filename, lineno, colno }: ErrorEvent) =>
    tell(describeError({ kind: "error", error, message, source: filename, line: lineno, column: colno })),
  );
  const onRejection = monitor(({ reason }: PromiseRejectionEvent) =>
    tell(describeError({ kind: "unhandled rejection", error: reason })),
  );
  const onReport = monitor((event: Event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : null;
    if (typeof detail !== "object" || detail === null || !("error" in detail)) return;
    const context = "context" in detail ? detail.context : undefined;
    tell(describeError({ kind: "reported", error: detail.error, context }));
  });
  const stops = [
    listen(window, "error", onError),
    listen(window, "unhandledrejection", onRejection),
    listen(document, ERROR_REPORT, onReport),
  ];
  return {
    pageShown() {
      if (location.pathname === path) return;
      path = location.pathname;
      told.clear();
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}
