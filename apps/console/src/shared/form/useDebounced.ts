import { useEffect, useState } from "react";

const REST = 300;

/** The value after it has not changed for `rest` milliseconds. */
export function useDebounced<Value>(value: Value, rest = REST): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), rest);
    return () => clearTimeout(timer);
  }, [value, rest]);
  return rested;
}
