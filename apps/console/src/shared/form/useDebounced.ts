import { useEffect, useState } from "react";

const REST = 300;

/** The value after it has not changed for {@link REST} milliseconds. */
export function useDebounced<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
