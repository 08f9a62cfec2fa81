import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { decodeDescriptions, type Json, parsePointer, valueAt } from "@marquee/contract";
import type { IncludedRevision } from "@marquee/contract/schema";
import { editFile } from "../content/editFile.ts";
import { fieldTitle } from "../content/fieldNames.ts";
import { INCLUDED_FILE } from "../content/includedRevision.ts";
import type { ItemFile } from "../content/itemFiles.ts";
import { parsePageFile } from "../content/parsePageFile.ts";
import { writeAtomically } from "../storage/writeAtomically.ts";
import { type Difference, groupByItem, isSameField } from "./compareContent.ts";
import type { Workspace } from "./openWorkspace.ts";
import { SyncError } from "./syncError.ts";

/** Which side wins where both have changed. */
export const SIDES = ["published", "files"] as const;
export type Side = (typeof SIDES)[number];

interface Pulled {
  /** Paths of the files that were written, below the content folder. */
  files: string[];
  /** Number of fields that were written. */
  fields: number;
  /** Fields that are published, but for which the files have no place. */
  left: Difference[];
}

/**
 * Writes what is published into the files, unless something was changed in both since the last time and `keep` does not say which to keep.
 * Checks all edits before it writes the first file; `published.json`, which says what the files include, comes last.
 * @throws {SyncError} with the conflicts, or if a file can't be edited. Nothing is written then.
 */
export async function pullContent(
  { contentDir, items, state, differences }: Workspace,
  keep: Side | null,
): Promise<Pulled> {
  const conflicts = differences.filter(({ side }) => side === "both");
  if (conflicts.length > 0 && keep === null) throw new SyncError(conflictText(conflicts, items));
  const taken = differences.filter(
    ({ side }) => side === "published" || (side === "both" && keep === "published"),
  );
  const [left, written] = [
    taken.filter(({ file }) => file === undefined),
    taken.filter(({ file }) => file !== undefined),
  ];
  const edited = new Map<string, string>();
  for (const [key, changes] of groupByItem(written)) {
    const { path, isInherited } = items.get(key) as ItemFile;
    if (isInherited)
      throw new SyncError(
        `${path} was changed in the console, but is not in ${contentDir}. Copy ${path.startsWith("copy/") ? "the folder copy" : path} there from the product's content folder, then pull again.`,
      );
    edited.set(path, await editItem(contentDir, path, changes));
  }
  for (const [path, text] of edited) await writeAtomically(join(contentDir, path), text);
  const { number, id } = state.head;
  if (id !== null) await writeIncluded(contentDir, { revision: number, id });
  return { files: [...edited.keys()], fields: written.length, left };
}

async function editItem(contentDir: string, path: string, changes: readonly Difference[]): Promise<string> {
  const text = await readFile(join(contentDir, path), "utf8");
  const values = Object.fromEntries(changes.map(({ pointer, published }) => [pointer, published as Json]));
  const edited = editFile(path, text, values);
  const item = edited === null ? null : readItem(path, edited);
  const lost = Object.keys(values).find((pointer) => {
    const tokens = parsePointer(pointer);
    const found = item === null || !tokens ? undefined : valueAt(item, tokens);
    return !isSameField(pointer, found, values[pointer]);
  });
  if (edited === null || lost !== undefined)
    throw new SyncError(
      `content/${path}: ${fieldTitle(lost ?? "")} can't be written into the file. Change it by hand.`,
    );
  return edited;
}

/** The item in the text of a file. */
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
    ({ item, pointer }) => `  content/${items.get(item)?.path ?? item}  ${fieldTitle(pointer)}`,
  );
  return [
    "Nothing was pulled. These were changed both in the console and in the files:",
    ...list,
    "Pull with --keep published to take the published values, or with --keep files to keep those of the files.",
    "Or push: the draft in the console then asks for each.",
  ].join("\n");
}
