import { Menu, X } from "lucide-react";
import type { Ref } from "react";

interface MenuButtonProps {
  ref: Ref<HTMLButtonElement>;
  isOpen: boolean;
  /** Id of what it opens. */
  controls: string;
  onClick: () => void;
}

/** Opens the navigation on phones. */
export function MenuButton({ ref, isOpen, controls, onClick }: MenuButtonProps) {
  const Icon = isOpen ? X : Menu;
  return (
    <button
      ref={ref}
      type="button"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onClick}
      className="flex h-11 items-center gap-2 rounded-sm px-2.5 font-medium hover:bg-surface-sunken md:hidden"
    >
      <Icon aria-hidden="true" className="size-4" />
      Menu
    </button>
  );
}
