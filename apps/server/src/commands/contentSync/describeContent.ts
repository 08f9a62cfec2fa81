import { excerptText, isImageFile, type Json } from "@marquee/contract";
import { fieldTitle } from "../../domains/content/fieldNames.ts";
import { type ChangedSide, type Difference, groupByItem } from "./compareContent.ts";
import type { Workspace } from "./openWorkspace.ts";

const HEADINGS: Record<ChangedSide, string> = {
  published: "Published since the last pull. Pull writes these into the files:",
  files: "Changed in the files. Push makes a draft of these; deploying the files publishes them:",
  both: "Changed in both. Pull asks which to keep; push makes a draft that asks:",
};
/** Maximum length of a displayed value, and of the part before the first difference. */
const MAX_SHOWN_LENGTH = 72;
const AROUND = 20;

/** Where files and server differ, by file and field, for people. */
export function describeStatus({ items, included, state, differences }: Workspace): string {
  const { head, isKnown } = state;
  const published =
    head.number === 0 ? "Nothing is published over the files yet." : `Published: revision ${head.number}.`;
  const fileStatus = isKnown ? `The files include revision ${included}.` : FOREIGN;
  const lines = [head.number === 0 ? published : `${published} ${fileStatus}`];
  for (const side of ["published", "files", "both"] as const) {
    const differing = differences.filter((each) => each.side === side);
    if (differing.length > 0) lines.push("", HEADINGS[side], ...describeDifferences(differing, items));
  }
  if (differences.length === 0) lines.push("Files and server have the same content.");
  return lines.join("\n");
}

const FOREIGN =
  "published.json names a revision of another server, so all of this server's changes count as new.";

/** Two lines for each field: what is published and what the file has. */
export function describeDifferences(differences: readonly Difference[], items: Workspace["items"]): string[] {
  return [...groupByItem(differences)].flatMap(([key, fields]) => [
    `  content/${items.get(key)?.path ?? key.replace(/^image:/, "images/")}`,
    ...fields.flatMap(({ pointer, published, file }) =>
      pointer === ""
        ? [`    ${file === undefined ? "not in the files" : "not on the server"}`]
        : [
            `    ${fieldTitle(key, pointer)}  (${pointer})`,
            `      published ${show(published, file)}`,
            `      file      ${show(file, published)}`,
          ],
    ),
  ]);
}

/** The part of a value that differs from the other one. */
function show(value: Json | undefined, other: Json | undefined): string {
  if (value === undefined) return "(nothing)";
  if (isImageFile(value))
    return `${value.width} × ${value.height} ${value.format}, ${value.bytes} bytes, SHA-256 ${value.hash.slice(0, 12)}…`;
  const [text, beside] = [value, other ?? null].map((each) => JSON.stringify(each)) as [string, string];
  if (text.length <= MAX_SHOWN_LENGTH) return text;
  let differing = 0;
  while (differing < text.length && text[differing] === beside[differing]) differing += 1;
  const from = Math.max(0, Math.min(differing - AROUND, text.length - MAX_SHOWN_LENGTH));
  return excerptText(text, from, from + MAX_SHOWN_LENGTH);
}
