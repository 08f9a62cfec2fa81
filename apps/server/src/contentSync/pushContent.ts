import { parseItemKey, WHOLE_ITEM } from "@marquee/contract";
import type { PushResponse } from "@marquee/contract/schema";
import type { Difference } from "./compareContent.ts";
import type { ContentServer } from "./contentServer.ts";
import type { Workspace } from "./openWorkspace.ts";
import { SyncError } from "./syncError.ts";

interface Pushed extends PushResponse {
  fields: number;
  /** What the server can get only with the files. */
  left: Difference[];
}

/**
 * Makes a draft of what was changed in the files. A field that was changed in the console too becomes a conflict of the draft.
 * @throws {SyncError} if there is nothing to push.
 */
export async function pushContent(
  { differences }: Workspace,
  server: Pick<ContentServer, "createDraft">,
  name: string,
): Promise<Pushed> {
  const changed = differences.filter(({ side }) => side !== "published");
  const [fields, left] = [changed.filter(isField), changed.filter((each) => !isField(each))];
  if (fields.length === 0)
    throw new SyncError(
      left.length === 0
        ? "The files have no changes to push."
        : "The files have no changed fields to push. What was added or removed is published when you deploy the files.",
    );
  const draft = await server.createDraft({
    name,
    fields: fields.map(({ item, pointer, side, file, published, base }) => ({
      item,
      pointer,
      value: file ?? null,
      from: (side === "both" ? base : published) ?? null,
    })),
  });
  return { ...draft, fields: fields.length, left };
}

/** Whether a draft can have it: both sides have it with different values, or it is a page. */
function isField({ item, pointer, file, published }: Difference): boolean {
  if (pointer === WHOLE_ITEM) return parseItemKey(item)?.kind === "page";
  return file !== undefined && published !== undefined;
}
