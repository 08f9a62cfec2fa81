/** Listens until the returned function is called. `type` must be one whose events are `Heard`. */
export function listen<Heard extends Event>(
  target: EventTarget,
  type: string,
  listener: (event: Heard) => void,
  isCapturing?: boolean,
): () => void {
  target.addEventListener(type, listener as EventListener, isCapturing);
  return () => target.removeEventListener(type, listener as EventListener, isCapturing);
}
