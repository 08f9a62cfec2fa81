import { useEffect, useState } from "react";

const REST = 300;

/** A value once it has stayed the same for a moment, as when typing rests. */
export function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
