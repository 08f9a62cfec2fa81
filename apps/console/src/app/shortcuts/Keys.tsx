/** Keys to press, one after the other or together. Hidden from screen readers if `label` says it elsewhere. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex shrink-0 gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="grid h-5 min-w-5 place-items-center rounded-[4px] border border-hairline bg-surface px-1 font-sans text-[0.6875rem] text-ink-muted leading-none"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
