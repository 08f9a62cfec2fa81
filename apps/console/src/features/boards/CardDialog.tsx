import { RANGES } from "@marquee/contract";
import type { Card } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useState } from "react";
import { parseDateRange } from "../../shared/address/range.ts";
import { rangeLabel } from "../../shared/filters/RangeMenu.tsx";
import { Field } from "../../shared/form/Field.tsx";
import { SelectField } from "../../shared/form/SelectField.tsx";

interface CardDialogProps {
  card: Card;
  onSave: (change: Pick<Card, "title" | "range">) => void;
  onDismiss: () => void;
}

const OF_BOARD = "";

/** Title and date range of a card. */
export function CardDialog({ card, onSave, onDismiss }: CardDialogProps) {
  const [title, setTitle] = useState(card.title);
  const [range, setRange] = useState<string>(card.range ?? OF_BOARD);
  const isCustom = card.range !== null && !Object.hasOwn(RANGES, card.range);
  return (
    <Dialog isOpen onDismiss={onDismiss} title="Card" closeLabel="Close">
      <form
        className="mt-2 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSave({ title, range: range === OF_BOARD ? null : parseDateRange(range) });
        }}
      >
        <Field
          label="Title"
          required
          maxLength={120}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        <SelectField
          label="Date range"
          value={range}
          choices={[
            [OF_BOARD, "That of the board"],
            ...Object.entries(RANGES).map(([name, { label }]) => [name, label] as const),
            ...(isCustom && card.range ? [[card.range, rangeLabel(card.range)] as const] : []),
          ]}
          onChange={({ target }) => setRange(target.value)}
        />
        <div className="flex flex-wrap gap-3">
          <Button submit size="sm" disabled={title.trim() === ""}>
            Save
          </Button>
          <Button variant="secondary" size="sm" onClick={onDismiss}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
