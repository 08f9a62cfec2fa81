import { useIsFetching } from "@tanstack/react-query";
import clsx from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";

/** Distance from the window within which content is rendered, in CSS pixels. */
const MARGIN = 240;
/** Visible content counts as loaded once no request was sent for this long, in milliseconds. */
const QUIET = 150;

interface WhenNearProps {
  className?: string;
  /** Class name that reserves space for the content until it is rendered. */
  space: string;
  children: ReactNode;
}

/**
 * Content below the fold. It renders, and sends its queries, once it is near the window or the visible content has loaded, so that nobody waits
 * for what they do not see.
 */
export function WhenNear({ className, space, children }: WhenNearProps) {
  const [isReady, setReady] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const isFetching = useIsFetching() > 0;
  useEffect(() => {
    if (isReady || isFetching) return;
    const timer = setTimeout(() => setReady(true), QUIET);
    return () => clearTimeout(timer);
  }, [isReady, isFetching]);
  useEffect(() => {
    if (isReady || !place.current || typeof IntersectionObserver === "undefined") return;
    const seen = ([entry]: IntersectionObserverEntry[]) => entry?.isIntersecting && setReady(true);
    const observer = new IntersectionObserver(seen, { rootMargin: `${MARGIN}px` });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isReady]);
  return (
    <div ref={place} className={clsx(className, !isReady && space)}>
      {isReady && children}
    </div>
  );
}
