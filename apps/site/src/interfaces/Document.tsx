import { PageText } from "../blocks/PageText.tsx";
import { Frame } from "./Frame.tsx";
import { useSamples } from "./useSamples.ts";

/** Steps of the checklist that are ticked at first; the others follow. */
const DONE = 2;

/** A sample document with a checklist, whose checkboxes work without script. */
export function Document() {
  const { document, note } = useSamples();
  const [before, after] = document.hint.split("{key}");
  return (
    <Frame label={document.label} place={document.place} note={note}>
      <div className="px-6 py-6 sm:px-8">
        <PageText className="font-display text-title">{document.title}</PageText>
        <PageText className="mt-2 text-ink-muted text-sm">{document.text}</PageText>
        <ul className="mt-4 grid gap-0.5 text-sm">
          {document.steps.map((step, index) => (
            <li key={step}>
              <label className="flex items-center gap-3 rounded-sm py-1.5">
                <input
                  type="checkbox"
                  defaultChecked={index < DONE}
                  className="peer size-4 shrink-0 accent-leaf"
                />
                <span className="peer-checked:text-ink-muted peer-checked:line-through">{step}</span>
              </label>
            </li>
          ))}
        </ul>
        <PageText className="mt-4 border-accent border-l-2 pl-3 text-ink-muted text-sm">
          {before}
          <kbd className="rounded-sm bg-surface-sunken px-1.5 py-0.5 font-sans text-ink text-xs">/</kbd>
          {after}
        </PageText>
      </div>
    </Frame>
  );
}
