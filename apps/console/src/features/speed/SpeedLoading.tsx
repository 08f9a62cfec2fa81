import { Skeleton } from "../../shared/states.tsx";

/** The screen in its shape while its figures are on their way. */
export function SpeedLoading() {
  return (
    <div className="mt-5 grid gap-8" role="status">
      <span className="sr-only">Loading the figures</span>
      <Skeleton className="h-14" />
      <Skeleton className="h-36" />
      <Skeleton className="h-64" />
      <Skeleton className="h-72" />
    </div>
  );
}
