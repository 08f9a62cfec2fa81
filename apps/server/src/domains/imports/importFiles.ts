import type { Readable } from "node:stream";
import { cutText } from "@marquee/contract";
import { type Entry, fromBufferPromise } from "yauzl";

/** A file as it was uploaded, or one of an archive. */
export interface ImportFile {
  name: string;
  /** Its content in parts, so that a large one is never fully in memory. */
  open(): Promise<AsyncIterable<Buffer>>;
}

/** A file that cannot be read at all; the message says how to fix it. */
export class UnreadableFileError extends Error {
  override name = "UnreadableFileError";
}

/** Plausible's exports have ten files; GA4's are zipped by people. */
const MAX_FILES = 100;
const MAX_UNPACKED_BYTES = 400_000_000;
/**
 * Text compresses to about a tenth. Archives that unpack to hundreds of times their size are meant to exhaust
 * memory.
 */
const MAX_RATIO = 200;
const MAX_NAME_LENGTH = 100;
/** Smaller files may compress better than {@link MAX_RATIO}. */
const ALWAYS_UNPACKED_BYTES = 1_000_000;

/**
 * The CSV files of an upload: the file itself, or those in a ZIP archive. Folders in an archive are ignored; nothing is written
 * to disk.
 * @throws {UnreadableFileError}
 */
export async function importFiles(bytes: Buffer, name: string): Promise<ImportFile[]> {
  if (bytes.length === 0) throw new UnreadableFileError("The file is empty. Export it again.");
  if (bytes.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004"))) return filesOfArchive(bytes);
  if (bytes.subarray(0, 2).equals(Buffer.from("PK")))
    throw new UnreadableFileError("The archive has no files. Export it again.");
  return [{ name: baseName(name), open: async () => partsOf(bytes) }];
}

async function filesOfArchive(bytes: Buffer): Promise<ImportFile[]> {
  try {
    // Names are decoded here, because yauzl rejects archives with unusual ones. They are harmless, since nothing is written to
    // disk.
    const archive = await fromBufferPromise(bytes, { decodeStrings: false, autoClose: false });
    const entries: Entry[] = [];
    let unpacked = 0;
    if (archive.entryCount > MAX_FILES)
      throw new UnreadableFileError(`The archive has more than ${MAX_FILES} files. Export it again.`);
    for await (const entry of archive.eachEntry()) {
      unpacked += entry.uncompressedSize;
      checkSize(entry, unpacked);
      if (isTable(nameOf(entry))) entries.push(entry);
    }
    if (entries.length === 0)
      throw new UnreadableFileError("The archive has no CSV file. Choose the ZIP as Plausible sends it.");
    return entries.map((entry) => ({
      name: nameOf(entry),
      // Fails if an entry is longer than declared.
      open: async () => readableArchive(await archive.openReadStreamPromise(entry)),
    }));
  } catch (error) {
    throw asUnreadable(error);
  }
}

function checkSize({ compressedSize, uncompressedSize, ...entry }: Entry, unpacked: number): void {
  if (entry.generalPurposeBitFlag & 1)
    throw new UnreadableFileError("The archive has a password. Choose one without.");
  const isBomb =
    uncompressedSize > ALWAYS_UNPACKED_BYTES && uncompressedSize > MAX_RATIO * Math.max(1, compressedSize);
  if (isBomb || unpacked > MAX_UNPACKED_BYTES)
    throw new UnreadableFileError(
      `The archive unpacks to more than ${MAX_UNPACKED_BYTES / 1e6} MB, or is packed unusually tightly. Export a shorter date range, or choose its CSV files one by one.`,
    );
}

async function* readableArchive(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const part of stream) yield part as Buffer;
  } catch (error) {
    throw asUnreadable(error);
  }
}

function asUnreadable(error: unknown): UnreadableFileError {
  if (error instanceof UnreadableFileError) return error;
  return new UnreadableFileError("The ZIP archive is damaged or incomplete. Download it again.");
}

const PART_BYTES = 16_384;

async function* partsOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += PART_BYTES) {
    yield bytes.subarray(from, from + PART_BYTES);
    // Yields so that other requests are handled.
    await new Promise(setImmediate);
  }
}

const nameOf = (entry: Entry) => baseName(entry.fileNameRaw.toString("utf8"));
const isTable = (name: string) => /\.(?:csv|tsv|txt)$/i.test(name) && !name.startsWith(".");

/** The name without folders and control characters. */
function baseName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  return cutText(last.replace(/\p{Cc}/gu, ""), MAX_NAME_LENGTH) || "file.csv";
}
