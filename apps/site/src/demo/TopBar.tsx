import { Button } from "@marquee/ui";
import type { DemoCopy } from "./demoCopy.ts";

interface TopBarProps {
  copy: DemoCopy;
  isStarted: boolean;
  onRestart: () => void;
}

/** Says what this is: a sample in which nothing is kept. */
export function TopBar({ copy, isStarted, onRestart }: TopBarProps) {
  return (
    <header className="flex h-12 items-center gap-3 border-hairline border-b pr-1.5 pl-4 text-xs">
      <span className="truncate font-medium">{copy.workspace}</span>
      <span className="truncate text-ink-muted max-xs:hidden">{copy.note}</span>
      <Button
        variant="tertiary"
        size="sm"
        className="ml-auto px-2.5! text-xs!"
        disabled={!isStarted}
        onClick={onRestart}
      >
        {copy.restart}
      </Button>
    </header>
  );
}
