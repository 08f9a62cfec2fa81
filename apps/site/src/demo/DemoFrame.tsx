import { DEMO_FRAME_PATH } from "@marquee/contract";
import { Button } from "@marquee/ui";
import type { ReactNode } from "react";
import { useCopy, useSite } from "../site/siteContext.tsx";
import { useDemoFrame } from "./useDemoFrame.ts";

interface DemoFrameProps {
  /** Names the frame for assistive technology and labels the placeholder. */
  title: string;
}

/**
 * The interactive demo in a container that reserves its full height from the start. The iframe is added after
 * hydration and loads when it comes near the viewport. {@link useDemoFrame} forwards its messages.
 */
export function DemoFrame({ title }: DemoFrameProps) {
  const { locale, settings } = useSite();
  const { demoUrl } = settings;
  const { frame, status, attempt, retry } = useDemoFrame(demoUrl);
  const copy = useCopy("demo-host", locale);
  return (
    <div
      aria-busy={status === "loading"}
      className="noscript:hidden relative h-176 max-h-[max(88svh,34rem)] overflow-hidden rounded-lg border border-hairline bg-surface shadow-float md:h-168"
    >
      {status !== "waiting" && (
        <iframe
          key={attempt}
          ref={frame}
          src={demoUrl ?? DEMO_FRAME_PATH}
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

/** Placeholder of the frame: a drawing of a board, the title and a status message. */
function FramePlaceholder({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="absolute inset-0 grid content-center justify-items-center gap-3 bg-surface p-6 text-center">
      <svg aria-hidden="true" viewBox="0 0 120 56" className="mb-2 h-14 text-hairline">
        <g fill="none" stroke="currentColor" strokeWidth="1.5">
          {[0.75, 42.75, 84.75].map((x) => (
            <rect key={x} x={x} y="0.75" width="34.5" height="54.5" rx="5" />
          ))}
        </g>
        <rect x="6" y="7" width="24" height="10" rx="2.5" className="fill-leaf" />
      </svg>
      <p className="font-medium">{title}</p>
      {children}
    </div>
  );
}
