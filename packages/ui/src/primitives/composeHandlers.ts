import { reportError } from "../errors/reportError.ts";

type Handler<Event> = (event: Event) => void;

/**
 * One handler that runs ours, then the caller's. An error in ours is logged and reported, and never keeps the caller's from running
 * (specification, section 8); an error in the caller's is the caller's.
 */
export function composeHandlers<Event>(
  ours: Handler<Event>,
  callers: Handler<Event> | undefined,
): Handler<Event> {
  return (event) => {
    try {
      ours(event);
    } catch (error) {
      reportError("A button's own click handler failed.", error);
    }
    callers?.(event);
  };
}
