/** Name of the track call that says what went wrong on a page. */
export const ERROR_EVENT = "Error Occurred";
/** DOM event on `document` by which code hands over an error that it caught: its detail is an {@link ErrorReport}. */
export const ERROR_REPORT = "marquee:error";

export interface ErrorReport {
  error: unknown;
  /** What failed, in words of ours; nothing that a visitor typed. */
  context?: string;
}

/** Properties of {@link ERROR_EVENT}. Texts are cut; e-mail addresses are redacted. */
export interface ErrorProperties {
  message: string;
  /** Address of the script; empty where the browser does not say. */
  source: string;
  /** From 1; 0 where the browser does not say. */
  line: number;
  column: number;
  stack: string;
  kind: "error" | "unhandled rejection" | "reported";
  context?: string;
}
