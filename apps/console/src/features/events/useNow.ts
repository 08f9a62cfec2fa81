import { useEffect, useState } from "react";

const INTERVAL = 5000;

/** The current time in milliseconds since the epoch, updated every five seconds to keep relative times accurate. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), INTERVAL);
    return () => clearInterval(timer);
  }, []);
  return now;
}
