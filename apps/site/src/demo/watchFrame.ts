interface WatchOptions {
  /** Milliseconds that the document has, once loaded, to answer. */
  timeout: number;
  /** Called once after each load: with true once React answers in the frame, with false when it does not. */
  onAnswer: (hasAnswered: boolean) => void;
}

/** How often the frame is looked at while it starts, in milliseconds. */
const INTERVAL = 50;

/**
 * Tells whether what was loaded into a frame of our origin came to life. A browser fires `load` for its own error page too, and
 * that one cannot be looked into.
 * @returns the cleanup.
 */
export function watchFrame(frame: HTMLIFrameElement, { timeout, onAnswer }: WatchOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (deadline: number) => {
    const hasAnswered = frame.contentDocument?.documentElement.dataset.hydrated !== undefined;
    const isOver = frame.contentDocument === null || performance.now() > deadline;
    if (hasAnswered || isOver) onAnswer(hasAnswered);
    else timer = setTimeout(look, INTERVAL, deadline);
  };
  const onLoad = () => {
    clearTimeout(timer);
    look(performance.now() + timeout);
  };
  frame.addEventListener("load", onLoad);
  return () => {
    clearTimeout(timer);
    frame.removeEventListener("load", onLoad);
  };
}
