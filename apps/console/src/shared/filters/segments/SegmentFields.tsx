import type { SegmentDefinition } from "@marquee/contract/schema";
import { Field } from "@marquee/ui";

type Named = Pick<SegmentDefinition, "name" | "isShared">;

interface SegmentFieldsProps {
  value: Named;
  mayShare: boolean;
  onChange: (change: Partial<Named>) => void;
}

/** Name and sharing of a segment. */
export function SegmentFields({ value: { name, isShared }, mayShare, onChange }: SegmentFieldsProps) {
  return (
    <>
      <Field
        label="Name"
        required
        maxLength={120}
        autoComplete="off"
        value={name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <label className="flex items-start gap-2.5 has-disabled:opacity-60">
        <input
          type="checkbox"
          disabled={!mayShare && !isShared}
          checked={isShared}
          onChange={({ target }) => onChange({ isShared: target.checked })}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        <span>
          Share with everyone who has an account
          <span className="block text-ink-muted text-xs">
            {mayShare
              ? "API keys can use it too. Only you and owners can change it."
              : "Editors and owners can share segments."}
          </span>
        </span>
      </label>
    </>
  );
}
