import { Skeleton } from "../../shared/states.tsx";

/** The screen in its shape while its figures are on their way. */
export function HeatmapLoading() {
  return (
    <div className="mt-5 grid gap-5" role="status">
      <span className="sr-only">Loading the heatmap</span>
      <Skeleton className="h-14" />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="h-[70dvh]" />
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}
