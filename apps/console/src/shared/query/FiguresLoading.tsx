import { Skeleton } from "../ui/states.tsx";

/** A screen of figures in its shape while they are on their way. @param heights classes of its parts, from above. */
export function FiguresLoading({ heights }: { heights: readonly string[] }) {
  return (
    <div className="mt-5 grid gap-8" role="status">
      <span className="sr-only">Loading the figures</span>
      {heights.map((height) => (
        <Skeleton key={height} className={height} />
      ))}
    </div>
  );
}
