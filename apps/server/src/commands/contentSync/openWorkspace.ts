import type { ContentState } from "@marquee/contract/schema";
import { readIncludedRevision } from "../../domains/content/includedRevision.ts";
import { type ItemFile, readItemFiles } from "../../domains/content/itemFiles.ts";
import { compareContent, type Difference } from "./compareContent.ts";
import type { ContentServer } from "./contentServer.ts";

/** The content folder beside what a server publishes. */
export interface Workspace {
  contentDir: string;
  /** The product's content folder, for files missing from `contentDir`. */
  baseDir: string;
  /** Items of the files by key. */
  items: ReadonlyMap<string, ItemFile>;
  /** Revision that the files include; 0 if none was pulled yet. */
  included: number;
  state: ContentState;
  differences: Difference[];
}

interface Folders {
  contentDir: string;
  /** The product's content folder, for files missing from `contentDir`. */
  baseDir: string;
}

/** @throws {ContentError} if a file is invalid. {SyncError} if the server does not respond. */
export async function openWorkspace(
  { contentDir, baseDir }: Folders,
  server: Pick<ContentServer, "readState">,
): Promise<Workspace> {
  const { items, errors } = await readItemFiles(contentDir, baseDir);
  const [invalid] = errors;
  if (invalid) throw invalid;
  const included = await readIncludedRevision(contentDir);
  const state = await server.readState(included);
  const differences = compareContent(state, new Map([...items].map(([key, { item }]) => [key, item])));
  return { contentDir, baseDir, items, included: included?.revision ?? 0, state, differences };
}
