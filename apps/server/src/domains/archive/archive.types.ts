import type { Timestamp } from "@marquee/contract";

/** A file as it was served. */
export interface ArchivedFile {
  /** Value of the `Content-Type` header, with parameters. */
  mediaType: string;
  body: Buffer;
}

/** A document as it was served. */
export interface ServedPage {
  /** Content hash of the document. */
  version: string;
  path: string;
  /** Audience and variations the document was rendered for, separated by spaces: `customer`, `<experiment>/<variation>`; empty for all visitors. */
  variant: string;
  html: Buffer;
}

export interface StoredPage {
  html: Buffer;
  firstServedAt: Timestamp;
}
