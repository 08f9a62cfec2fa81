import { Switch } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import clsx from "clsx";
import { useSingleKeys } from "../../shared/ui/singleKeys.ts";
import { ORDERED_SCREENS } from "../screens.ts";
import { Keys } from "./Keys.tsx";
import { SEARCH_KEYS, screenKeys } from "./readShortcut.ts";

interface Row {
  text: string;
  keys: readonly string[];
}

const EVERYWHERE: readonly Row[] = [
  { text: "Search", keys: SEARCH_KEYS },
  { text: "Keyboard shortcuts", keys: ["?"] },
];
const SCREEN_ROWS: readonly Row[] = ORDERED_SCREENS.filter(({ letter }) => letter !== undefined).map(
  (screen) => ({ text: screen.title, keys: screenKeys(screen) }),
);
const OVERVIEW: readonly Row[] = [{ text: "Add a filter", keys: ["F"] }];
const REPLAY: readonly Row[] = [
  { text: "Play or pause", keys: ["Space"] },
  { text: "5 seconds back or forward", keys: ["←", "→"] },
  { text: "Next or previous replay", keys: ["J", "K"] },
  { text: "Slower or faster", keys: ["<", ">"] },
  { text: "Full screen", keys: ["F"] },
  { text: "Mouse trail", keys: ["M"] },
  { text: "Skip inactivity", keys: ["S"] },
];

interface ShortcutsDialogProps {
  isOpen: boolean;
  onDismiss: () => void;
}

/** Lists the keyboard shortcuts. Those without modifier keys can be turned off. */
export function ShortcutsDialog({ isOpen, onDismiss }: ShortcutsDialogProps) {
  const [hasSingleKeys, setSingleKeys] = useSingleKeys();
  return (
    <Dialog isOpen={isOpen} onDismiss={onDismiss} title="Keyboard shortcuts" closeLabel="Close" size="lg">
      <div className="mt-2 grid gap-x-12 gap-y-6 sm:grid-cols-2 lg:grid-cols-[2fr_1fr]">
        <Shortcuts
          title="Open a screen: one key after the other"
          rows={SCREEN_ROWS}
          className="gap-x-12 lg:columns-2"
        />
        <div className="grid content-start gap-6">
          <Shortcuts title="Everywhere" rows={EVERYWHERE} />
          <Shortcuts title="On the Overview" rows={OVERVIEW} />
          <Shortcuts title="In a replay" rows={REPLAY} />
        </div>
      </div>
      <div className="mt-6 border-hairline border-t pt-4">
        <Switch label="Shortcuts without Ctrl or ⌘" isOn={hasSingleKeys} onChange={setSingleKeys} />
        <p className="mt-1 text-ink-muted text-xs">
          Turn them off if you use speech input, which may press such keys by accident.
        </p>
      </div>
    </Dialog>
  );
}

interface ShortcutsProps {
  title: string;
  rows: readonly Row[];
  className?: string;
}

function Shortcuts({ title, rows, className }: ShortcutsProps) {
  return (
    <section aria-label={title}>
      <h3 className="text-ink-muted text-xs">{title}</h3>
      <ul className={clsx("mt-1", className)}>
        {rows.map(({ text, keys }) => (
          <li key={text} className="flex min-h-8 break-inside-avoid items-center justify-between gap-4">
            {text}
            <Keys keys={keys} />
          </li>
        ))}
      </ul>
    </section>
  );
}
