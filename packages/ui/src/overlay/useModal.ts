import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

const FOCUSABLE =
  "a[href],button,input,select,textarea,summary,iframe,audio[controls],video[controls],[tabindex]";

let locks = 0;

interface ModalOptions {
  /** The dialog is to be seen, be it on its way out. */
  isShown: boolean;
  isOpen: boolean;
  onDismiss: () => void;
}

/** Shows a `<dialog>` as a modal one while `isShown`, and reports each way in which the visitor asks to close it. */
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
    const cleanups = [lockScroll(), trapFocus(element)];
    return () => {
      // This also gives the focus back to what had it before.
      element.close();
      for (const cleanup of cleanups) cleanup();
    };
  }, [dialog, isShown]);

  useEffect(() => {
    const element = dialog.current;
    if (!element || !isShown) return;
    return onDismissal(element, () => latest.current.isOpen && latest.current.onDismiss());
  }, [dialog, isShown]);
}

/** @returns the cleanup. */
function onDismissal(element: HTMLDialogElement, dismiss: () => void): () => void {
  let isPressedBeside = false;
  const listeners = {
    /** Escape, or a phone's back gesture: closing waits for the exit animation. */
    cancel(event: Event) {
      if (event.target !== element) return;
      event.preventDefault();
      dismiss();
    },
    /** Closed by the browser without asking, as it may when Escape is pressed again and again. */
    close: () => !element.open && dismiss(),
    // A press that ends beside the dialog but began in it selects text.
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

/** Keeps the page from scrolling until the returned function has been called; several locks may overlap. */
function lockScroll(): () => void {
  const { classList, clientWidth } = document.documentElement;
  locks += 1;
  // A classic scrollbar takes room, which is kept, so that nothing behind the dialog moves.
  if (window.innerWidth > clientWidth) classList.add("[scrollbar-gutter:stable]");
  classList.add("overflow-hidden");
  return () => {
    locks -= 1;
    if (locks === 0) classList.remove("overflow-hidden", "[scrollbar-gutter:stable]");
  };
}

/**
 * Leads the Tab key from the last control of `container` to its first and back, instead of out into the browser's own
 * controls, where a modal `<dialog>` alone would let it go.
 * @returns the cleanup.
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

/** Radio buttons of a group are one stop in truth; counting each only makes a stop in the middle of the order, which is harmless. */
function tabStopsOf(container: HTMLElement): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) =>
      element.tabIndex >= 0 && !element.matches(":disabled") && element.getClientRects().length > 0,
  );
}
