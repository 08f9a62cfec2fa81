import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { IconButton } from "../../shared/ui/IconButton.tsx";

interface RemovableRowProps {
  /** Accessible name of the remove button. */
  label: string;
  onRemove: () => void;
  /** Text below the fields. */
  note?: ReactNode;
  children: ReactNode;
}

/** A row of a list in the form, with a button to remove it. */
export function RemovableRow({ label, onRemove, note, children }: RemovableRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const remove = () => {
    // Rows have index keys, so the next row takes over this element and its focus. After the last row, focus the button that adds one.
    if (!row.current?.nextElementSibling)
      row.current?.parentElement?.nextElementSibling?.querySelector("button")?.focus();
    onRemove();
  };
  return (
    <li ref={row} className="grid gap-1 border-hairline border-t pt-3">
      <div className="flex items-end gap-3">
        <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-3">{children}</div>
        <IconButton label={label} Icon={X} onClick={remove} />
      </div>
      {note && <p className="text-ink-muted text-xs">{note}</p>}
    </li>
  );
}
