/** Knows whether a pointer is pressed. */
export interface SubmitTracking {
  /** Runs `task` at once, or, while a pointer is pressed, after the click that it ends in. */
  afterPress(task: () => void): void;
  stop(): void;
}

/**
 * An error message that appears when a field loses focus moves the content below. If it appeared between
 * pointer down and up, the button below would move away and never be clicked.
 */
export function startSubmitTracking(): SubmitTracking {
  const cleanup = new AbortController();
  const options = { signal: cleanup.signal, capture: true, passive: true };
  const waiting: (() => void)[] = [];
  let isPressed = false;
  const onRelease = () => {
    isPressed = false;
    // The click follows the release within the same task of the browser.
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
