import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  decodeDescriptions,
  type Json,
  parseItemKey,
  parsePointer,
  valueAt,
  WHOLE_ITEM,
} from "@marquee/contract";
import type { IncludedRevision } from "@marquee/contract/schema";
import { editFile } from "../../domains/content/editFile.ts";
import { fieldTitle } from "../../domains/content/fieldNames.ts";
import { INCLUDED_FILE } from "../../domains/content/includedRevision.ts";
import type { ItemFile } from "../../domains/content/itemFiles.ts";
import { kindOf } from "../../domains/content/kinds/index.ts";
import { parsePageFile } from "../../domains/content/parsePageFile.ts";
import { writeAtomically } from "../../platform/storage/writeAtomically.ts";
import { type Difference, groupByItem, isSameField } from "./compareContent.ts";
import type { ContentServer } from "./contentServer.ts";
import type { Workspace } from "./openWorkspace.ts";
import { editImages } from "./pullImages.ts";
import { SyncError } from "./syncError.ts";

/** Which side wins if both have changed. */
export const SIDES = ["published", "files"] as const;
export type Side = (typeof SIDES)[number];

interface Pulled {
  /** Paths of the files that were written, below the content folder. */
  files: string[];
  /** Number of fields that were written. */
  fields: number;
  /** Published fields that have no place in the files. */
  left: Difference[];
}

/**
 * Writes the published content into the files, unless something has changed in both since the last pull and `keep` does not say which to
 * keep. Checks all edits before it writes the first file; `published.json`, which says what the files include, comes last.
 * @throws {SyncError} with the conflicts, or if a file can't be edited. Nothing is written then.
 */
export async function pullContent(
  workspace: Workspace,
  server: Pick<ContentServer, "readImage">,
  keep: Side | null,
): Promise<Pulled> {
  const { contentDir, items, state, differences } = workspace;
  const conflicts = differences.filter(({ side }) => side === "both");
  if (conflicts.length > 0 && keep === null) throw new SyncError(conflictText(conflicts, items));
  const taken = differences.filter(
    ({ side }) => side === "published" || (side === "both" && keep === "published"),
  );
  const isLeft = ({ pointer, file }: Difference) => pointer !== WHOLE_ITEM && file === undefined;
  const written = taken.filter((each) => !isLeft(each));
  /** The new content of files by path; null for files to delete. */
  const edited = new Map<string, string | Buffer | null>();
  const byItem = [...groupByItem(written)];
  const isImage = ([key]: (typeof byItem)[number]) => parseItemKey(key)?.kind === "image";
  for (const [key, changes] of byItem.filter((each) => !isImage(each))) {
    const { path, text } = await editItem(contentDir, key, items.get(key), changes);
    edited.set(path, text);
  }
  for (const [path, body] of await editImages(workspace, server, byItem.filter(isImage)))
    edited.set(path, body);
  for (const [path, body] of edited) {
    if (body === null) await rm(join(contentDir, path));
    else await writeAtomically(join(contentDir, path), body);
  }
  const { number, id } = state.head;
  if (id !== null) await writeIncluded(contentDir, { revision: number, id });
  return { files: [...edited.keys()], fields: written.length, left: taken.filter(isLeft) };
}

interface Edited {
  path: string;
  /** Null to remove the file. */
  text: string | null;
}

async function editItem(
  contentDir: string,
  key: string,
  file: ItemFile | undefined,
  changes: readonly Difference[],
): Promise<Edited> {
  const whole = changes.find(({ pointer }) => pointer === WHOLE_ITEM);
  const created = whole?.published ? kindOf(key)?.newFile?.(key, whole.published) : undefined;
  if (created) return created;
  if (!file) throw new SyncError(`${key} can't be written into a file. Update the command.`);
  const { path, isInherited } = file;
  if (isInherited) throw notHere(path, contentDir);
  if (whole) return { path, text: null };
  const text = await readFile(join(contentDir, path), "utf8").catch(() => "{}\n");
  const values = Object.fromEntries(changes.map(({ pointer, published }) => [pointer, published as Json]));
  const edited = editFile(path, text, values);
  const item = edited === null ? null : readItem(path, edited);
  const lost = Object.keys(values).find((pointer) => {
    const tokens = parsePointer(pointer);
    const itemValue = item === null || !tokens ? undefined : valueAt(item, tokens);
    return !isSameField(pointer, itemValue ?? null, values[pointer]);
  });
  if (edited === null || lost !== undefined)
    throw new SyncError(
      `content/${path}: ${fieldTitle(key, lost ?? "")} can't be written into the file. Change it manually.`,
    );
  return { path, text: edited };
}

function notHere(path: string, contentDir: string): SyncError {
  return new SyncError(
    `${path} was changed in the console, but is not in ${contentDir}. Copy ${path.startsWith("copy/") ? "the folder copy" : path} there from the product's content folder, then pull again.`,
  );
}

/** Parses the item in a file. */
function readItem(path: string, text: string): Json {
  const [folder, ...name] = path.split("/");
  if (folder === "pages") return parsePageFile({ name: name.join("/"), text }).item ?? null;
  return decodeDescriptions(JSON.parse(text) as Json);
}

async function writeIncluded(contentDir: string, included: IncludedRevision): Promise<void> {
  await writeAtomically(join(contentDir, INCLUDED_FILE), `${JSON.stringify(included, null, 2)}\n`);
}

function conflictText(conflicts: readonly Difference[], items: Workspace["items"]): string {
  const list = conflicts.map(
    ({ item, pointer }) => `  content/${items.get(item)?.path ?? item}  ${fieldTitle(item, pointer)}`,
  );
  return [
    "Nothing was pulled. These were changed both in the console and in the files:",
    ...list,
    "Pull with --keep published to take the published values, or with --keep files to keep the values in the files.",
    "Or push: the draft in the console then asks for each.",
  ].join("\n");
}
