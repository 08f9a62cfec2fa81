import { X } from "lucide-react";

/**
 * A press before React runs is done again once it does; without JavaScript nothing could answer, so the button is not to be seen. Its
 * place is kept either way.
 */
export function CloseButton({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <button
      type="button"
      onClick={onClose}
      className="relative z-10 grid size-9 shrink-0 place-items-center self-start rounded-sm hover:bg-current/10 noscript:invisible"
    >
      <X aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      <span className="sr-only">{label}</span>
    </button>
  );
}
