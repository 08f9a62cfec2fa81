import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

/** The URL's date range in words. Content keeps the previous one until the new content has loaded. */
export const RangeText = createContext("");

interface OutdatedProps {
  /** Whether the content belongs to the previous date range or filters while new content loads. */
  isOutdated: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * Dims content, with a progress bar and the name of its date range, while content for another date range or filter
 * loads.
 */
export function Outdated({ isOutdated, className, children }: OutdatedProps) {
  const current = useContext(RangeText);
  const [loadedRange, setLoadedRange] = useState(current);
  useEffect(() => {
    if (!isOutdated) setLoadedRange(current);
  }, [isOutdated, current]);
  return (
    <div className={className} aria-busy={isOutdated} data-outdated={isOutdated ? "" : undefined}>
      {isOutdated && (
        <p data-loading="" role="status" className="pointer-events-none absolute inset-x-0 top-0 z-10">
          <span aria-hidden="true" className="loads block h-0.5 bg-accent" />
          <span className="absolute top-1 right-0 rounded-sm bg-surface px-2 py-1 text-ink-muted text-xs">
            {loadedRange === current ? "Updating…" : `Still ${loadedRange}. Updating…`}
          </span>
        </p>
      )}
      {children}
    </div>
  );
}
