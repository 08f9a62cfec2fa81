import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { lockScroll } from "./lockScroll.ts";
import { trapFocus } from "./trapFocus.ts";

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
