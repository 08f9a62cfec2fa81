import { type RefObject, useEffect, useState } from "react";

/**
 * Whether a form inside `container` holds something that the visitor typed and has not sent: a form that was sent has given
 * way to its confirmation. Looked at whenever the container is shown or hidden.
 */
export function useDraft(container: RefObject<HTMLElement | null>, isShown: boolean): boolean {
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
