import type { SegmentDefinition } from "@marquee/contract/schema";
import { Check, Field } from "@marquee/ui";

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
      <Check
        label="Share with everyone who has an account"
        hint={
          mayShare
            ? "API keys can use it too. Only you and owners can change it."
            : "Editors and owners can share segments."
        }
        disabled={!mayShare && !isShared}
        checked={isShared}
        onChange={(next) => onChange({ isShared: next })}
      />
    </>
  );
}
