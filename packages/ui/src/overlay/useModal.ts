import { type RefObject, useLayoutEffect, useRef } from "react";

const FOCUSABLE =
  "a[href],button,input,select,textarea,summary,iframe,audio[controls],video[controls],[tabindex]";

let locks = 0;

interface ModalOptions {
  /** Whether the dialog is visible, including during its exit animation. */
  isShown: boolean;
  isOpen: boolean;
  onDismiss: () => void;
}

/** Shows a `<dialog>` as modal while `isShown`, and calls `onDismiss` when the visitor wants to close it. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>, options: ModalOptions): void {
  const { isShown } = options;
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !isShown) return;
    element.showModal();
    // Not in a separate effect: while another screen loads, React hides this one and cleans up layout effects only. A remaining listener would mistake
    // the `close` below for the visitor's and undo the navigation.
    const ignoreDismissal = onDismissal(element, () => latest.current.isOpen && latest.current.onDismiss());
    const cleanups = [lockScroll(), trapFocus(element)];
    return () => {
      ignoreDismissal();
      // This also restores the focus.
      element.close();
      for (const cleanup of cleanups) cleanup();
    };
  }, [dialog, isShown]);
}

/**
 * Calls `dismiss` when the visitor wants to close the dialog.
 * @returns a function that removes the listeners.
 */
function onDismissal(element: HTMLDialogElement, dismiss: () => void): () => void {
  let isPressedBeside = false;
  const listeners = {
    /** Escape or a phone's back gesture. The default is prevented, so that closing waits for the exit animation. */
    cancel(event: Event) {
      if (event.target !== element) return;
      event.preventDefault();
      dismiss();
    },
    /** The browser may close the dialog without a `cancel` event, for example if Escape is pressed repeatedly. */
    close: () => !element.open && dismiss(),
    // A press that begins inside the dialog and ends outside selects text, so it must not dismiss.
    pointerdown({ target }: Event) {
      isPressedBeside = target === element;
    },
    click({ target }: Event) {
      if (isPressedBeside && target === element) dismiss();
    },
  };
  for (const [type, listener] of Object.entries(listeners)) element.addEventListener(type, listener);
  return () => {
    for (const [type, listener] of Object.entries(listeners)) element.removeEventListener(type, listener);
  };
}

/** Prevents the page from scrolling until the returned function is called. Locks may overlap. */
function lockScroll(): () => void {
  const { classList, clientWidth } = document.documentElement;
  locks += 1;
  // Keep the space of a classic scrollbar, so that the page behind the dialog does not shift.
  if (window.innerWidth > clientWidth) classList.add("[scrollbar-gutter:stable]");
  classList.add("overflow-hidden");
  return () => {
    locks -= 1;
    if (locks === 0) classList.remove("overflow-hidden", "[scrollbar-gutter:stable]");
  };
}

/**
 * Wraps the Tab key between the last and the first control of `container`. A modal `<dialog>` alone lets the focus move to the browser's own
 * controls.
 * @returns a function that ends the trap.
 */
function trapFocus(container: HTMLElement): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Tab" || event.altKey || event.ctrlKey || event.metaKey) return;
    const stops = tabStopsOf(container);
    const [leaving, entering] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    const isOutside = !stops.some((stop) => stop === document.activeElement);
    if (document.activeElement !== leaving && !(isOutside && event.shiftKey)) return;
    event.preventDefault();
    entering?.focus();
  };
  container.addEventListener("keydown", onKeyDown);
  return () => container.removeEventListener("keydown", onKeyDown);
}

/** The tab stops of `container`, in order. Counts each radio button although a group is one stop, which is harmless. */
function tabStopsOf(container: HTMLElement): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) =>
      element.tabIndex >= 0 && !element.matches(":disabled") && element.getClientRects().length > 0,
  );
}
