import { useIsFetching } from "@tanstack/react-query";
import clsx from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";

/** How near the window its edge must come, in pixels. */
const MARGIN = 240;
/** What is in the window has loaded if nothing has been requested for this long, in milliseconds. */
const QUIET = 150;

interface WhenNearProps {
  className?: string;
  /** Class name for the space that it takes before its content is there. */
  space: string;
  children: ReactNode;
}

/**
 * Content below what the window shows first. It is rendered, and asks its questions, once it comes near the window or what the window shows has
 * loaded, so that nobody waits for what they do not see.
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
