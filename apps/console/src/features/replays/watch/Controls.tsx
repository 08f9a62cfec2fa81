import { Select } from "@marquee/ui";
import {
  Expand,
  FastForward,
  type LucideIcon,
  MousePointer2,
  Pause,
  Play,
  RotateCcw,
  RotateCw,
  SkipBack,
  SkipForward,
} from "lucide-react";
import { Link } from "wouter";
import { formatTimecode } from "../../../shared/format/format.ts";
import type { Playback, PlaybackState } from "./playback/playback.types.ts";
import { isRunning, SPEEDS, STEP } from "./playerKeys.ts";

interface NeighbourProps {
  /** Null at the ends of the list. */
  href: string | null;
  label: string;
  Icon: LucideIcon;
}

const PLACE = "grid size-9 place-items-center rounded-sm @max-md:size-11";

interface ControlsProps {
  state: PlaybackState;
  length: number;
  playback: Playback;
  previous: string | null;
  next: string | null;
  onFullscreen: () => void;
}

const BUTTON =
  "inline-flex h-9 items-center justify-center gap-1.5 rounded-sm px-2 @max-md:h-11 @max-md:min-w-11 hover:bg-surface-sunken aria-pressed:bg-accent-soft aria-pressed:text-accent-strong";

/** Playback controls. Tooltips show the keyboard shortcuts. */
export function Controls({ state, length, playback, previous, next, onFullscreen }: ControlsProps) {
  const { time, speed, skipsQuiet, hasTrail } = state;
  const isOn = isRunning(state);
  const PlayIcon = isOn ? Pause : Play;
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-1">
      {/* At the bottom on phones, within reach of the thumb. */}
      <div className="flex items-center gap-x-1 @max-md:order-last @max-md:w-full @max-md:justify-between">
        <AdjacentReplay href={previous} label="Previous replay (K)" Icon={SkipBack} />
        <Step label="Back 5 seconds" hint="←" Icon={RotateCcw} onClick={() => playback.seek(time - STEP)} />
        <button
          type="button"
          aria-label={isOn ? "Pause" : "Play"}
          title={isOn ? "Pause (Space)" : "Play (Space)"}
          onClick={isOn ? playback.pause : playback.play}
          className="grid size-11 place-items-center rounded-full bg-accent text-on-accent hover:bg-accent-strong @max-md:size-14"
        >
          <PlayIcon aria-hidden="true" className="size-5" />
        </button>
        <Step label="Forward 5 seconds" hint="→" Icon={RotateCw} onClick={() => playback.seek(time + STEP)} />
        <AdjacentReplay href={next} label="Next replay (J)" Icon={SkipForward} />
      </div>
      <p className="mr-auto px-2 tabular-nums">
        {formatTimecode(time)} <span className="text-ink-muted">/ {formatTimecode(length)}</span>
      </p>
      <Select
        aria-label="Speed"
        title="Slower / faster: < >"
        size="sm"
        value={speed}
        choices={SPEEDS.map((each) => [String(each), `${each}×`])}
        onChange={({ target }) => playback.setSpeed(Number(target.value))}
        className="tabular-nums @max-md:h-11"
      />
      <Toggle
        label="Skip inactivity"
        hint="Skip inactivity (S)"
        Icon={FastForward}
        isOn={skipsQuiet}
        onChange={playback.setSkipsQuiet}
      />
      <Toggle
        label="Mouse trail"
        hint="Mouse trail (M)"
        Icon={MousePointer2}
        isOn={hasTrail}
        onChange={playback.setTrail}
      />
      {document.fullscreenEnabled && (
        <button type="button" title="Full screen (F)" onClick={onFullscreen} className={BUTTON}>
          <Expand aria-hidden="true" className="size-4" />
          <span className="@max-3xl:sr-only">Full screen</span>
        </button>
      )}
    </div>
  );
}

interface StepProps {
  label: string;
  /** Keyboard shortcut. */
  hint: string;
  Icon: LucideIcon;
  onClick: () => void;
}

function Step({ label, hint, Icon, onClick }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={`${label} (${hint})`}
      onClick={onClick}
      className="grid size-9 place-items-center rounded-sm hover:bg-surface-sunken @max-md:size-11"
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
}

interface ToggleProps {
  label: string;
  hint: string;
  Icon: LucideIcon;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Toggle({ label, hint, Icon, isOn, onChange }: ToggleProps) {
  return (
    <button type="button" aria-pressed={isOn} title={hint} onClick={() => onChange(!isOn)} className={BUTTON}>
      <Icon aria-hidden="true" className="size-4" />
      <span className="@max-3xl:sr-only">{label}</span>
    </button>
  );
}

/** Link to the previous or next replay in the list. */
function AdjacentReplay({ href, label, Icon }: NeighbourProps) {
  const icon = <Icon aria-hidden="true" className="size-4" />;
  if (!href) return <span className={`${PLACE} text-ink-muted opacity-40`}>{icon}</span>;
  return (
    <Link href={href} aria-label={label} title={label} className={`${PLACE} hover:bg-surface-sunken`}>
      {icon}
    </Link>
  );
}
