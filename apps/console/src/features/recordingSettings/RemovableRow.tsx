import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { IconButton } from "../../shared/ui/IconButton.tsx";

interface RemovableRowProps {
  /** What removing it says. */
  label: string;
  onRemove: () => void;
  children: ReactNode;
}

/** One of a list of things that the form holds. */
export function RemovableRow({ label, onRemove, children }: RemovableRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const remove = () => {
    // The next row takes the place of this one; after the last comes what adds one.
    if (!row.current?.nextElementSibling)
      row.current?.parentElement?.nextElementSibling?.querySelector("button")?.focus();
    onRemove();
  };
  return (
    <li ref={row} className="flex items-end gap-3 border-hairline border-t pt-3">
      <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-3">{children}</div>
      <IconButton label={label} Icon={X} onClick={remove} />
    </li>
  );
}
