import type { LucideIcon } from "lucide-react";

interface MenuItemProps {
  name: string;
  Icon: LucideIcon;
  isDisabled?: boolean;
  onChoose: () => void;
}

/** An action in a menu. */
export function MenuItem({ name, Icon, isDisabled = false, onChoose }: MenuItemProps) {
  return (
    <button
      type="button"
      disabled={isDisabled}
      onClick={onChoose}
      className="flex min-h-9 w-full items-center gap-2.5 rounded-sm px-2.5 text-left hover:bg-surface-sunken disabled:opacity-40 max-sm:min-h-11"
    >
      <Icon aria-hidden="true" className="size-4 text-ink-muted" />
      {name}
    </button>
  );
}
