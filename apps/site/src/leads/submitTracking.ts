/** Tracks whether a pointer is pressed, to delay work until after the click. */
export interface SubmitTracking {
  /** Runs `task` immediately, or, while a pointer is pressed, after the click that follows. */
  afterPress(task: () => void): void;
  stop(): void;
}

/**
 * Starts tracking pointer presses. An error message that appears when a field loses focus moves the content below. If it appeared between
 * pointer down and up, the button below would move away and never be clicked.
 */
export function startSubmitTracking(): SubmitTracking {
  const cleanup = new AbortController();
  const options = { signal: cleanup.signal, capture: true, passive: true };
  const waiting: (() => void)[] = [];
  let isPressed = false;
  const onRelease = () => {
    isPressed = false;
    // The browser dispatches the click in the same task as the release, so a new task runs after it.
    setTimeout(() => {
      for (const task of waiting.splice(0)) task();
    });
  };
  window.addEventListener(
    "pointerdown",
    () => {
      isPressed = true;
    },
    options,
  );
  window.addEventListener("pointerup", onRelease, options);
  window.addEventListener("pointercancel", onRelease, options);
  return {
    afterPress(task) {
      if (isPressed) waiting.push(task);
      else task();
    },
    stop: () => cleanup.abort(),
  };
}
