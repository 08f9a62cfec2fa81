import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useEffect, useRef } from "react";
import { DemoFrame } from "../demo/DemoFrame.tsx";
import { LeadForm } from "../leads/Form.tsx";
import type { OverlayProps } from "../site/overlays.ts";

export { LEAD_FORM_COPY as copyNames } from "../leads/Form.tsx";

/** The interactive demo in a dialog, with a contact form below it. */
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

/**
 * Calls back when Escape is pressed in a same-origin frame inside `container`: key events in a frame do not reach the
 * document around it. Ignores key presses that the frame handles itself (`preventDefault`).
 * @returns the cleanup.
 */
function onEscapeInFrames(container: HTMLElement, onEscape: () => void): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  const onLoad = ({ target }: Event) => {
    if (!(target instanceof HTMLIFrameElement)) return;
    target.contentDocument?.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onEscape();
      },
      { signal },
    );
  };
  // `load` does not bubble.
  container.addEventListener("load", onLoad, { capture: true, signal });
  return () => watching.abort();
}
