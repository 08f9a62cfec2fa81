import { record as untyped } from "@rrweb/record";
import type { eventWithTime, IMirror } from "@rrweb/types";

/** The rrweb options that we use (https://github.com/rrweb-io/rrweb/blob/master/guide.md). */
interface RecordOptions {
  emit: (event: eventWithTime) => void;
  blockSelector: string;
  maskAllInputs: boolean;
  maskInputFn: (text: string) => string;
  /** Leaves out scripts, comments and the invisible parts of the head. */
  slimDOMOptions: "all";
  sampling: Readonly<Record<"mousemove" | "scroll" | "media", number>>;
  errorHandler: (error: unknown) => boolean;
}

interface Rrweb {
  /** Starts recording. @returns the cleanup; undefined if it could not start */
  (options: RecordOptions): (() => void) | undefined;
  /** Takes a new full snapshot with the same node IDs. */
  takeFullSnapshot(isCheckout: boolean): void;
  mirror: IMirror<Node>;
}

/** rrweb's recorder, typed here because its own types import a package that it does not depend on. */
export const record: Rrweb = untyped;
