import { CopyButton } from "./CopyButton.tsx";

/** A value as readable JSON, and a way to copy it. */
export function Json({ title, value }: { title: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2);
  const isEmpty = text === "{}" || text === undefined;
  return (
    <section className="min-w-0">
      <div className="flex h-9 items-center justify-between">
        <h2 className="font-medium">{title}</h2>
        {!isEmpty && <CopyButton text={text} label={`Copy ${title.toLowerCase()}`} />}
      </div>
      {isEmpty ? (
        <p className="text-ink-muted">None were sent.</p>
      ) : (
        <pre className="wrap-anywhere whitespace-pre-wrap rounded-sm bg-surface-sunken p-3 text-xs leading-relaxed">
          {text}
        </pre>
      )}
    </section>
  );
}
