import { CommandGroup, CommandInput, CommandItem, CommandList, CommandRoot } from "cmdk";
import { Search } from "lucide-react";
import { type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { useLocation } from "wouter";
import { mayLeaveScreen } from "../../shared/draft/useUnsavedGuard.ts";
import { useSingleKeys } from "../../shared/ui/singleKeys.ts";
import { InlineError } from "../../shared/ui/states.tsx";
import { Keys } from "../shortcuts/Keys.tsx";
import { IS_APPLE } from "../shortcuts/readShortcut.ts";
import type { PaletteEntry } from "./paletteEntries.ts";
import { usePaletteGroups } from "./usePaletteGroups.ts";
import { useSelection } from "./useSelection.ts";

interface PaletteBodyProps {
  input: RefObject<HTMLInputElement | null>;
  actions: readonly PaletteEntry[];
  onDismiss: () => void;
}

const MAX_TYPED_LENGTH = 100;

/** For buttons beside the list: without it, Enter would open the selected entry instead. */
const keepEnter = (event: KeyboardEvent) => event.key === "Enter" && event.stopPropagation();

/** The input with its list of choices. cmdk makes them a combobox and a list box, and moves the selection. */
export function PaletteBody({ input, actions, onDismiss }: PaletteBodyProps) {
  const [typed, setTyped] = useState("");
  const { groups, isSearching, error, onRetry } = usePaletteGroups(typed, actions);
  const entries = groups.flatMap((group) => group.entries);
  const { selected, setSelected, noteMove } = useSelection(typed, entries[0]?.id ?? "");
  const choose = useChoose(onDismiss);
  const isNewTab = useRef(false);
  const noteModifiers = ({ ctrlKey, metaKey }: Pick<KeyboardEvent, "ctrlKey" | "metaKey">) => {
    isNewTab.current = ctrlKey || metaKey;
  };
  return (
    <CommandRoot
      label="Search"
      shouldFilter={false}
      vimBindings={false}
      loop
      value={selected}
      onValueChange={setSelected}
      onKeyDown={(event) => {
        noteModifiers(event);
        noteMove(event);
      }}
      onPointerMove={noteMove}
      onClickCapture={noteModifiers}
      className="flex max-h-[calc(100dvh-2rem)] flex-col overflow-hidden rounded-b-lg border border-hairline bg-surface shadow-float outline-none sm:max-h-[min(34rem,76dvh)] sm:rounded-lg"
    >
      <div className="flex items-center gap-3 border-hairline border-b px-4">
        <Search
          aria-hidden="true"
          className={isSearching ? "pulses size-4 shrink-0 text-accent" : "size-4 shrink-0 text-ink-muted"}
        />
        <CommandInput
          ref={input}
          value={typed}
          onValueChange={setTyped}
          // The list would otherwise handle these keys instead of the text field.
          onKeyDown={(event) => ["Home", "End"].includes(event.key) && event.stopPropagation()}
          maxLength={MAX_TYPED_LENGTH}
          enterKeyHint="go"
          placeholder="Search screens, pages, leads…"
          className="h-13 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-ink-muted"
        />
        <button
          type="button"
          onClick={onDismiss}
          onKeyDown={keepEnter}
          className="-mr-1.5 h-9 shrink-0 rounded-sm px-1.5 text-ink-muted text-xs hover:text-ink"
        >
          <span className="sm:sr-only">Cancel</span>
          <span
            aria-hidden="true"
            className="hidden rounded-[4px] border border-hairline px-1.5 py-0.5 font-sans sm:inline"
          >
            Esc
          </span>
        </button>
      </div>
      <CommandList
        label="Results"
        className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain px-2 pb-2"
      >
        {groups.map(({ name, entries }) => (
          <CommandGroup
            key={name}
            heading={name}
            className="pt-2 **:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-ink-muted **:[[cmdk-group-heading]]:text-xs"
          >
            {entries.map((entry) => (
              <Choice key={entry.id} entry={entry} onSelect={() => choose(entry, isNewTab.current)} />
            ))}
          </CommandGroup>
        ))}
      </CommandList>
      <Outcome
        typed={typed}
        count={entries.length}
        isSearching={isSearching}
        error={error}
        onRetry={onRetry}
      />
      {entries.length > 0 && <Hints />}
    </CommandRoot>
  );
}

function Choice({ entry, onSelect }: { entry: PaletteEntry; onSelect: () => void }) {
  const { id, title, detail, Icon, keys } = entry;
  const [hasSingleKeys] = useSingleKeys();
  return (
    <CommandItem
      value={id}
      onSelect={onSelect}
      className="group flex h-12 cursor-pointer items-center gap-3 rounded-sm px-2.5 data-[selected=true]:bg-accent-soft sm:h-10"
    >
      <Icon
        aria-hidden="true"
        className="size-4 shrink-0 text-ink-muted group-data-[selected=true]:text-accent-strong"
      />
      <span className="min-w-0 max-w-full shrink truncate font-medium group-data-[selected=true]:text-accent-strong">
        {title}
      </span>
      <span className="min-w-0 flex-1 shrink-[2] truncate text-ink-muted text-xs">{detail}</span>
      {hasSingleKeys && keys.length > 0 && (
        <span aria-hidden="true" className="max-sm:hidden">
          <Keys keys={keys} />
        </span>
      )}
    </CommandItem>
  );
}

interface OutcomeProps {
  typed: string;
  count: number;
  isSearching: boolean;
  error: Error | null;
  onRetry: () => void;
}

/** The outcome of the search, if the list does not show it. It is always announced to screen readers. */
function Outcome({ typed, count, isSearching, error, onRetry }: OutcomeProps) {
  const isEmpty = count === 0 && !isSearching && !error;
  return (
    <>
      <p
        role="status"
        className={isEmpty ? "text-balance px-6 pt-6 pb-8 text-center text-ink-muted" : "sr-only"}
      >
        {isEmpty
          ? `Nothing matches “${typed.trim()}”. Try a path, a name or part of an email address.`
          : statusOf(isSearching, count)}
      </p>
      {error && (
        <div className="flex items-center gap-3 px-4 pb-3">
          <div className="min-w-0 flex-1">
            <InlineError error={error} />
          </div>
          <button
            type="button"
            onClick={onRetry}
            onKeyDown={keepEnter}
            className="h-9 rounded-sm px-2.5 font-medium text-accent hover:bg-surface-sunken"
          >
            Try again
          </button>
        </div>
      )}
    </>
  );
}

function statusOf(isSearching: boolean, count: number): string {
  if (isSearching) return "Searching…";
  return count === 1 ? "1 result" : `${count} results`;
}

/** Keyboard hints, so not shown on phones. */
function Hints() {
  const hints = [
    { keys: ["↑", "↓"], text: "to select" },
    { keys: ["↵"], text: "to open" },
    { keys: [IS_APPLE ? "⌘" : "Ctrl", "↵"], text: "in a new tab" },
  ];
  return (
    <p
      aria-hidden="true"
      className="flex gap-5 border-hairline border-t bg-surface-sunken px-4 py-2 text-ink-muted text-xs max-sm:hidden pointer-coarse:hidden"
    >
      {hints.map(({ keys, text }) => (
        <span key={text} className="inline-flex items-center gap-1.5">
          <Keys keys={keys} />
          {text}
        </span>
      ))}
    </p>
  );
}

/** Opens what an entry leads to, unless that would lose unsaved changes that the person wants to keep. */
function useChoose(onDismiss: () => void) {
  const [, navigate] = useLocation();
  return ({ target }: PaletteEntry, isNewTab: boolean) => {
    if ("run" in target) {
      onDismiss();
      target.run();
    } else if (isNewTab) {
      onDismiss();
      window.open(`/console${target.href}`, "_blank", "noopener");
    } else if (mayLeaveScreen()) {
      onDismiss();
      navigate(target.href);
    }
  };
}
