import { record as untyped } from "@rrweb/record";
import type { eventWithTime, IMirror } from "@rrweb/types";

/** What is used of rrweb's options (https://github.com/rrweb-io/rrweb/blob/master/guide.md). */
interface RecordOptions {
  emit: (event: eventWithTime) => void;
  blockSelector: string;
  maskAllInputs: boolean;
  maskInputFn: (text: string) => string;
  /** Scripts, comments, and of the head what nobody sees. */
  slimDOMOptions: "all";
  sampling: Readonly<Record<"mousemove" | "scroll" | "media", number>>;
  errorHandler: (error: unknown) => boolean;
}

interface Rrweb {
  /** @returns the cleanup; nothing where it could not start. */
  (options: RecordOptions): (() => void) | undefined;
  /** Takes a new full snapshot with the same node IDs. */
  takeFullSnapshot(isCheckout: boolean): void;
  mirror: IMirror<Node>;
}

/** rrweb's recorder. The types that it ships name a package that it does not bring along. */
export const record: Rrweb = untyped;
