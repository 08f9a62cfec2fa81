import { cutText, ERROR_EVENT, ERROR_REPORT, type ErrorProperties, redactText } from "@marquee/contract";
import type { TrackEvent } from "../analytics/analytics.ts";
import { listen } from "../browser/listen.ts";
import { monitor } from "../browser/monitor.ts";

const MESSAGE_MAX_LENGTH = 500;

const STACK_MAX_LENGTH = 4000;

const SOURCE_MAX_LENGTH = 500;

const CONTEXT_MAX_LENGTH = 200;

interface Thrown {
  kind: ErrorProperties["kind"];
  /** The thrown value, of any type. */
  error: unknown;
  /** The browser's message, if `error` has none. */
  message?: string;
  source?: string;
  line?: number;
  column?: number;
  context?: unknown;
}

/** Maximum errors per page view, because a page that fails in a loop needs no more reports. */
const MAX_PER_PAGE = 10;
/** Errors of browser extensions, which the page cannot fix. */
const EXTENSION_SOURCES = /^[a-z-]+-extension:|[a-z]-extension:\/\//;
/** Cross-origin errors whose details the browser hides, and a harmless ResizeObserver notice. */
const OPAQUE_MESSAGES = /^(Script error\.?$|ResizeObserver loop )/;

export interface Errors {
  /** Call once another page is shown; a new path starts a new count. */
  pageShown(): void;
  stop(): void;
}

/** Tracks uncaught errors and those reported with {@link ERROR_REPORT}; each once per page view. */
export function startErrors(track: TrackEvent): Errors {
  const reported = new Set<string>();
  let path = location.pathname;
  const tell = (properties: ErrorProperties) => {
    const { message, source, line, column, stack } = properties;
    const key = [message, source, line, column, stack].join("\n");
    if (reported.size >= MAX_PER_PAGE || reported.has(key)) return;
    if (EXTENSION_SOURCES.test(source) || EXTENSION_SOURCES.test(stack) || OPAQUE_MESSAGES.test(message))
      return;
    reported.add(key);
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
      reported.clear();
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}

/** The event's properties for an error. Texts are truncated, and email addresses redacted. */
export function describeError({
  kind,
  error,
  message = "",
  source = "",
  line = 0,
  column = 0,
  context,
}: Thrown): ErrorProperties {
  return {
    message: clean(messageOf(error) || message || "Unknown error", MESSAGE_MAX_LENGTH),
    source: clean(source, SOURCE_MAX_LENGTH),
    line,
    column,
    stack: clean(stackOf(error), STACK_MAX_LENGTH),
    kind,
    ...(typeof context === "string" && context && { context: clean(context, CONTEXT_MAX_LENGTH) }),
  };
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  return error === undefined || error === null ? "" : String(error);
}

function stackOf(error: unknown): string {
  return error instanceof Error && typeof error.stack === "string" ? error.stack : "";
}

function clean(text: string, maxLength: number): string {
  return cutText(redactText(text), maxLength);
}
