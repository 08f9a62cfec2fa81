import type { Timestamp } from "@marquee/contract";

/** A file as it was served. */
export interface ArchivedFile {
  /** With parameters, as the header says it. */
  mediaType: string;
  body: Buffer;
}

/** A document as it was served. */
export interface ServedPage {
  /** What its header said. */
  version: string;
  path: string;
  /** What visitors it was for, words apart by spaces: `customer`, `<experiment>/<variation>`; empty for everybody. */
  variant: string;
  html: Buffer;
}

export interface StoredPage {
  html: Buffer;
  firstServedAt: Timestamp;
}
