import clsx from "clsx";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useModal } from "./useModal.ts";
import { usePresence } from "./usePresence.ts";

export interface DialogProps {
  isOpen: boolean;
  /** Called when the visitor wants to close it: with Escape, the close button, a click outside, or the phone's back gesture. */
  onDismiss: () => void;
  title: string;
  closeLabel: string;
  size?: "md" | "lg";
  children: ReactNode;
}

/** A bottom sheet on phones, a centered panel from 600 px. The backdrop fades; the panel also moves. */
const LOOKS = [
  "m-0 mt-auto w-full max-w-full overflow-visible bg-transparent p-0 text-ink sm:m-auto",
  "backdrop:bg-[oklch(0.14_0.02_160/0.55)] backdrop:transition-opacity backdrop:duration-200 starting:backdrop:opacity-0",
  "transition-[opacity,translate] duration-200 starting:translate-y-4 starting:opacity-0",
  "data-[presence=unmountSuspended]:translate-y-4 data-[presence=unmountSuspended]:opacity-0 data-[presence=unmountSuspended]:duration-150",
  "data-[presence=unmountSuspended]:backdrop:opacity-0 data-[presence=unmountSuspended]:backdrop:duration-150",
];

const SIZES = { md: "sm:max-w-[32rem]", lg: "sm:max-w-[min(64rem,calc(100vw-3rem))]" };

/**
 * A modal dialog. The browser's `<dialog>` provides the top layer, the inert page, Escape and focus restoration. This component adds a focus
 * trap, closing with a click outside, an exit animation and a scroll lock. Unsent form input is kept while the dialog is closed.
 */
export function Dialog({ isOpen, onDismiss, title, closeLabel, size = "md", children }: DialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const presence = usePresence(isOpen, dialog);
  const isShown = presence !== "unmounted";
  const hasDraft = useDraft(dialog, isShown);
  useModal(dialog, { isShown, isOpen, onDismiss });
  useEffect(() => {
    if (isShown) heading.current?.focus({ preventScroll: true });
  }, [isShown]);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      data-presence={presence}
      className={clsx(LOOKS, SIZES[size])}
    >
      {(isShown || hasDraft) && (
        <div className="max-h-[calc(100dvh-1.5rem)] overflow-y-auto overscroll-contain rounded-t-lg border border-hairline bg-surface p-5 shadow-float sm:rounded-lg sm:p-8">
          <div className="mb-1.5 flex items-start justify-between gap-4">
            <h2
              ref={heading}
              id={titleId}
              tabIndex={-1}
              className="text-balance pt-1 font-display text-title outline-none"
            >
              {title}
            </h2>
            <CloseButton label={closeLabel} onClick={onDismiss} />
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}

/** A 20 px icon with a touch target of 44 px. */
function CloseButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="-mt-1.5 -mr-2.5 grid size-11 shrink-0 place-items-center rounded-sm text-ink-muted hover:bg-surface-sunken hover:text-ink"
    >
      <svg viewBox="0 0 20 20" className="size-5" aria-hidden="true" fill="none" stroke="currentColor">
        <path d="m5 5 10 10M15 5 5 15" strokeWidth="1.75" strokeLinecap="round" />
      </svg>
    </button>
  );
}

/**
 * Whether a form inside `container` has input that was not sent. Input sets it; hiding the container clears it if there is no longer a form,
 * because a confirmation replaces a sent form.
 */
function useDraft(container: RefObject<HTMLElement | null>, isShown: boolean): boolean {
  const [hasDraft, setHasDraft] = useState(false);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    if (!isShown) {
      setHasDraft((had) => had && element.querySelector("form") !== null);
      return;
    }
    const onInput = () => setHasDraft(true);
    element.addEventListener("input", onInput);
    return () => element.removeEventListener("input", onInput);
  }, [container, isShown]);
  return hasDraft;
}
