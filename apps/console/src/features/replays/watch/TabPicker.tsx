interface TabPickerProps {
  count: number;
  /** From 1. */
  chosen: number;
  onChoose: (tab: number) => void;
}

/** Which of the visitor's tabs is shown, where several were open at once. */
export function TabPicker({ count, chosen, onChoose }: TabPickerProps) {
  if (count < 2) return null;
  return (
    <fieldset className="flex rounded-sm border border-hairline p-0.5">
      <legend className="sr-only">Tab of the visitor's browser</legend>
      {Array.from({ length: count }, (_, index) => index + 1).map((tab) => (
        <button
          key={tab}
          type="button"
          aria-pressed={tab === chosen}
          onClick={() => onChoose(tab)}
          className="rounded-[4px] px-2.5 py-1 hover:bg-surface-sunken aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-strong"
        >
          Tab {tab}
        </button>
      ))}
    </fieldset>
  );
}
