import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useEffect, useRef } from "react";
import { DemoFrame } from "../demo/DemoFrame.tsx";
import { onEscapeInFrames } from "./onEscapeInFrames.ts";
import type { OverlayProps } from "./overlays.ts";

/** The interactive demo without leaving the page. */
export default function AiDemoModal({ copy, isOpen, onDismiss }: OverlayProps) {
  const { title, text, frameTitle } = copy.aiDemo;
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen && content.current) return onEscapeInFrames(content.current, onDismiss);
  }, [isOpen, onDismiss]);
  return (
    <Dialog isOpen={isOpen} onDismiss={onDismiss} title={title} closeLabel={copy.close} size="lg">
      <div ref={content}>
        <p className="mb-6 text-ink-muted text-sm">{text}</p>
        <DemoFrame title={frameTitle} />
      </div>
    </Dialog>
  );
}
