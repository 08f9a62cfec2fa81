/** A cross of 44 px to touch and 20 px to see. */
export function CloseButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="-mt-1.5 -mr-2.5 grid size-11 shrink-0 place-items-center rounded-sm text-ink-muted hover:bg-surface-sunken hover:text-ink"
    >
      <svg viewBox="0 0 20 20" className="size-5" aria-hidden="true" fill="none" stroke="currentColor">
        <path d="m5 5 10 10M15 5 5 15" strokeWidth="1.75" strokeLinecap="round" />
      </svg>
    </button>
  );
}
