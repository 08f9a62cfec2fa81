import { cutText } from "@marquee/contract";
import { type DraftSummary, MAX_DRAFT_NAME_LENGTH } from "@marquee/contract/schema";
import { SelectField } from "@marquee/ui";
import { request } from "../../shared/api/request.ts";

const NEW = "";

interface DraftFieldProps {
  drafts: readonly Pick<DraftSummary, "id" | "name">[];
  /** Null for a new one. */
  draft: number | null;
  onChange: (draft: number | null) => void;
}

/** Chooses the draft that a change goes to. */
export function DraftField({ drafts, draft, onChange }: DraftFieldProps) {
  return (
    <SelectField
      label="Draft"
      hint="Nothing changes on the site until you publish the draft."
      value={draft === null ? NEW : String(draft)}
      choices={[
        ...drafts.map(({ id, name }) => [String(id), name] as const),
        [NEW, drafts.length > 0 ? "A new draft" : "A new draft of this change"],
      ]}
      onChange={({ target }) => onChange(target.value === NEW ? null : Number(target.value))}
    />
  );
}

/** @returns the ID of a draft, which is created if there is none. */
export async function ensureDraft(draft: number | null, name: string): Promise<number> {
  if (draft !== null) return draft;
  const { id } = await request("POST /content/drafts", {
    body: { name: cutText(name, MAX_DRAFT_NAME_LENGTH) },
  });
  return id;
}
