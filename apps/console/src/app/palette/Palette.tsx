import { useModal } from "@marquee/ui/overlay/useModal";
import { usePresence } from "@marquee/ui/overlay/usePresence";
import { useEffect, useRef } from "react";
import { PaletteBody } from "./PaletteBody.tsx";
import type { PaletteEntry } from "./paletteEntries.ts";

interface PaletteProps {
  isOpen: boolean;
  onDismiss: () => void;
  /** Actions offered besides screens and results. */
  actions: readonly PaletteEntry[];
}

/** At the top of the window on phones; a panel in its upper part in wider windows. */
const LOOKS = [
  "m-0 w-full max-w-full overflow-visible bg-transparent p-0 text-ink sm:mx-auto sm:mt-[min(12dvh,7rem)] sm:max-w-[40rem]",
  "backdrop:bg-[oklch(0.14_0.02_160/0.45)] backdrop:transition-opacity backdrop:duration-150 starting:backdrop:opacity-0",
  "transition-[opacity,translate] duration-150 starting:-translate-y-2 starting:opacity-0",
  "data-[presence=unmountSuspended]:opacity-0 data-[presence=unmountSuspended]:backdrop:opacity-0",
];

/** The command palette: opens any screen, page, lead, experiment, flag or person by name. */
export function Palette({ isOpen, onDismiss, actions }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const presence = usePresence(isOpen, dialog);
  const isShown = presence !== "unmounted";
  useModal(dialog, { isShown, isOpen, onDismiss });
  useEffect(() => {
    if (isShown) input.current?.focus();
  }, [isShown]);
  return (
    <dialog ref={dialog} aria-label="Search" data-presence={presence} className={LOOKS.join(" ")}>
      {isShown && <PaletteBody input={input} actions={actions} onDismiss={onDismiss} />}
    </dialog>
  );
}
