import { TOP_LAYER_ATTRIBUTES } from "@marquee/contract";

const { popover, fullscreen } = TOP_LAYER_ATTRIBUTES;

/** What fills the visitor's screen, as browsers show it. */
export const FULLSCREEN_RULE = `[${fullscreen}] { position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; box-sizing: border-box !important;
  width: 100% !important; height: 100% !important; min-width: 0 !important; max-width: none !important; min-height: 0 !important; max-height: none !important;
  margin: 0 !important; transform: none !important; object-fit: contain; }`;

interface States {
  /** Follows the frame's current document. */
  follow(): void;
  stop(): void;
}

/** Restores states of the replayed page that only scripts can set: open popovers and canvas sizes. */
export function followStates(frame: HTMLIFrameElement): States {
  const apply = () => {
    const page = frame.contentDocument;
    for (const element of page?.querySelectorAll<HTMLElement>("[popover]:not(dialog[open])") ?? [])
      if (element.hasAttribute(popover) !== element.matches(":popover-open")) element.togglePopover();
    for (const canvas of page?.querySelectorAll("canvas") ?? []) giveSize(canvas);
  };
  const observer = new MutationObserver(apply);
  return {
    follow() {
      observer.disconnect();
      const page = frame.contentDocument;
      if (!page) return;
      observer.observe(page, {
        subtree: true,
        childList: true,
        attributeFilter: [popover, "popover", "width", "height", "style"],
      });
      apply();
    },
    stop: () => observer.disconnect(),
  };
}

/** Without scripts, a canvas is laid out like a `div`. As an image, it has its own size again. */
function giveSize({ width, height, style }: HTMLCanvasElement): void {
  const image = `url("data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 width=%27${width}%27 height=%27${height}%27/%3E")`;
  // Browsers may write it differently, so the size is compared.
  if (!style.content.includes(`width=%27${width}%27 height=%27${height}%27`)) style.content = image;
}
