import { type SyntheticEvent, useLayoutEffect, useRef, useState } from "react";

const MOVING_KEYS = ["ArrowUp", "ArrowDown"];

/**
 * The selected entry of the palette. Until the person moves the selection, it is the first entry, even when results arrive above it, so that
 * Enter opens the best match.
 * @param first ID of the first entry, "" for none.
 */
export function useSelection(typed: string, first: string) {
  const [selected, setSelected] = useState(first);
  const hasMoved = useRef(false);
  const noteMove = ({ nativeEvent }: SyntheticEvent) => {
    const isMove = nativeEvent instanceof KeyboardEvent ? MOVING_KEYS.includes(nativeEvent.key) : true;
    if (isMove) hasMoved.current = true;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search starts at the first entry again
  useLayoutEffect(() => {
    hasMoved.current = false;
  }, [typed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: cmdk selects an entry of its own while the text changes
  useLayoutEffect(() => {
    if (!hasMoved.current) setSelected(first);
  }, [typed, first]);
  return { selected, setSelected, noteMove };
}
