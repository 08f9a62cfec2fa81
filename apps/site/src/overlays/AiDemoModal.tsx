import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useEffect, useRef } from "react";
import { DemoFrame } from "../demo/DemoFrame.tsx";
import { LeadForm } from "../leads/LeadForm.tsx";
import { loadLeadFormCopy } from "../leads/leadFormCopy.ts";
import { onEscapeInFrames } from "./onEscapeInFrames.ts";
import type { OverlayProps } from "./overlays.ts";

export const prepare = loadLeadFormCopy;

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
        <details className="mt-6 border-hairline border-t pt-4">
          <summary className="font-medium text-accent">{copy.aiDemo.person}</summary>
          <div className="mt-6">
            <LeadForm formId={1871} location="ai-demo" headingLevel={3} />
          </div>
        </details>
      </div>
    </Dialog>
  );
}
