import { RANGES } from "@marquee/contract";
import type { Card } from "@marquee/contract/schema";
import { Field, SelectField, Switch } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useState } from "react";
import { parseDateRange } from "../../shared/address/range.ts";
import { rangeLabel } from "../../shared/filters/RangeMenu.tsx";
import { FormActions } from "../../shared/ui/FormActions.tsx";

interface CardDialogProps {
  card: Card;
  /** Whether there are imported days that the card shows or could show. */
  hasImports: boolean;
  onSave: (change: Pick<Card, "title" | "range" | "withoutImports">) => void;
  onDismiss: () => void;
}

const OF_BOARD = "";

/** Title and date range of a card, and whether it includes imported days. */
export function CardDialog({ card, hasImports, onSave, onDismiss }: CardDialogProps) {
  const [title, setTitle] = useState(card.title);
  const [range, setRange] = useState<string>(card.range ?? OF_BOARD);
  const [withImports, setWithImports] = useState(card.withoutImports !== true);
  const isCustom = card.range !== null && !Object.hasOwn(RANGES, card.range);
  return (
    <Dialog isOpen onDismiss={onDismiss} title="Card" closeLabel="Close">
      <form
        className="mt-2 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const ownRange = range === OF_BOARD ? null : parseDateRange(range);
          onSave({ title, range: ownRange, withoutImports: !withImports });
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
            [OF_BOARD, "Same as the board"],
            ...Object.entries(RANGES).map(([name, { label }]) => [name, label] as const),
            ...(isCustom && card.range ? [[card.range, rangeLabel(card.range)] as const] : []),
          ]}
          onChange={({ target }) => setRange(target.value)}
        />
        {hasImports && <Switch label="With imported data" isOn={withImports} onChange={setWithImports} />}
        <FormActions action="Save" isDisabled={title.trim() === ""} onDismiss={onDismiss} />
      </form>
    </Dialog>
  );
}
