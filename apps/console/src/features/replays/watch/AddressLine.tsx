/** The address of the page that is shown, as a browser has it. */
export function AddressLine({ page }: { page: string }) {
  const shown = URL.canParse(page) ? new URL(page) : null;
  return (
    <p className="flex h-9 items-center gap-2 border-hairline border-b bg-surface px-3 text-xs">
      <span className="sr-only">Page shown: </span>
      <span className="truncate" title={page}>
        {shown && <span className="text-ink-muted">{shown.host}</span>}
        {shown ? `${shown.pathname}${shown.search}` : page}
      </span>
    </p>
  );
}
