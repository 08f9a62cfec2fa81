import { Button } from "@marquee/ui";
import { type LucideIcon, Plus } from "lucide-react";
import type { ComponentProps } from "react";

interface IconButtonProps {
  label: string;
  Icon: LucideIcon;
  /** A disabled button stays focusable, so that keyboard users don't lose their place. */
  isDisabled?: boolean;
  onClick: () => void;
}

/** A button with only an icon. The tooltip shows its name. */
export function IconButton({ label, Icon, isDisabled = false, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onClick}
      className="grid size-9 shrink-0 place-items-center rounded-sm text-ink-muted hover:bg-surface-sunken hover:text-ink disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-40"
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
}

/** A small button that adds an entry. */
export function AddButton({ children, ...button }: ComponentProps<typeof Button>) {
  return (
    <Button size="sm" {...button}>
      <Plus aria-hidden="true" className="size-4" />
      {children}
    </Button>
  );
}
