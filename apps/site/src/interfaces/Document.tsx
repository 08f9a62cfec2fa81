import { PageText } from "../blocks/PageText.tsx";
import { Frame } from "./Frame.tsx";

const STEPS = [
  { text: "Freeze the copy on Monday", isDone: true },
  { text: "Test the forms with a keyboard only", isDone: true },
  { text: "Switch the old address over", isDone: false },
  { text: "Write to the customers who asked", isDone: false },
];

/** A sample document with a checklist, whose checkboxes work without script. */
export function Document() {
  return (
    <Frame label="Sample document with a checklist" place="Website relaunch / Launch plan">
      <div className="px-6 py-6 sm:px-8">
        <PageText className="font-display text-title">Launch plan</PageText>
        <PageText className="mt-2 text-ink-muted text-sm">
          The new site goes live on Thursday at ten. Whoever finds a fault until then adds it to the board,
          not to this page.
        </PageText>
        <ul className="mt-4 grid gap-0.5 text-sm">
          {STEPS.map(({ text, isDone }) => (
            <li key={text}>
              <label className="flex items-center gap-3 rounded-sm py-1.5">
                <input type="checkbox" defaultChecked={isDone} className="peer size-4 shrink-0 accent-leaf" />
                <span className="peer-checked:text-ink-muted peer-checked:line-through">{text}</span>
              </label>
            </li>
          ))}
        </ul>
        <PageText className="mt-4 border-accent border-l-2 pl-3 text-ink-muted text-sm">
          Type <kbd className="rounded-sm bg-surface-sunken px-1.5 py-0.5 font-sans text-ink text-xs">/</kbd>{" "}
          to put in a task, a table or a board.
        </PageText>
      </div>
    </Frame>
  );
}
