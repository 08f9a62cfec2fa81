import type { Timestamp } from "@marquee/contract";

/** A file as it was served. */
export interface ArchivedFile {
  /** The `Content-Type` header, with parameters. */
  mediaType: string;
  body: Buffer;
}

/** A document as it was served. */
export interface ServedPage {
  /** The `Content-Type` header. */
  version: string;
  path: string;
  /** The visitors that it was rendered for, words separated by spaces: `customer`, `<experiment>/<variation>`. Empty for everyone. */
  variant: string;
  html: Buffer;
}

export interface StoredPage {
  html: Buffer;
  firstServedAt: Timestamp;
}
