import { DEMO_FRAME_PATH } from "@marquee/contract";
import { Button } from "@marquee/ui";
import { useSite } from "../app/siteContext.tsx";
import { FramePlaceholder } from "./FramePlaceholder.tsx";
import { useDemoFrame } from "./useDemoFrame.ts";
import { useHostCopy } from "./useHostCopy.ts";

interface DemoFrameProps {
  /** Names the frame for assistive technology, and stands in its place until it opens. */
  title: string;
}

/**
 * The interactive demo in a frame of its own, which takes its whole room from the start. The frame is there once React answers and is
 * fetched when it comes near the viewport. What the demo tells is passed on by {@link startDemoBridge}.
 */
export function DemoFrame({ title }: DemoFrameProps) {
  const { frame, status, attempt, retry } = useDemoFrame();
  const copy = useHostCopy(useSite().locale);
  return (
    <div
      aria-busy={status === "loading"}
      className="noscript:hidden relative h-176 max-h-[max(88svh,34rem)] overflow-hidden rounded-lg border border-hairline bg-surface shadow-float md:h-168"
    >
      {status !== "waiting" && (
        <iframe
          key={attempt}
          ref={frame}
          src={DEMO_FRAME_PATH}
          title={title}
          loading="lazy"
          className="absolute inset-0 size-full"
        />
      )}
      {status !== "ready" && (
        <FramePlaceholder title={title}>
          {status === "failed" ? (
            <>
              <p role="alert" className="max-w-prose text-ink-muted text-sm">
                {copy?.failed}
              </p>
              <Button variant="secondary" onClick={retry}>
                {copy?.retry}
              </Button>
            </>
          ) : (
            <p className="text-ink-muted text-sm">{copy?.loading}</p>
          )}
        </FramePlaceholder>
      )}
    </div>
  );
}
