interface Size {
  width: number;
  height: number;
}

/** A rectangle in the window. All lengths in this file are CSS pixels. */
interface Box extends Size {
  left: number;
  top: number;
}

interface PanelRequest {
  trigger: Box;
  /** The panel's default position: below its trigger, aligned with one of its sides. */
  panel: Box;
  viewport: Size;
}

interface PanelPlace {
  /** Offset from the default position. */
  x: number;
  y: number;
  /** Maximum height; a taller panel scrolls. */
  maxHeight: number;
}

/** Minimum distance between the panel and the edge of the window. */
const MARGIN = 8;
/** Minimum height, so that a panel is usable beside a trigger at the edge of a low window. */
const MIN_HEIGHT = 160;

/** Positions a panel inside the window: moved sideways as far as needed, and above its trigger if it only fits there or there is more space. */
export function placePanel({ trigger, panel, viewport }: PanelRequest): PanelPlace {
  const farthest = viewport.width - MARGIN - panel.width;
  const left = Math.max(MARGIN, Math.min(panel.left, farthest));
  const gap = panel.top - (trigger.top + trigger.height);
  const below = viewport.height - MARGIN - panel.top;
  const above = trigger.top - gap - MARGIN;
  const isAbove = panel.height > below && above > below;
  const maxHeight = Math.max(MIN_HEIGHT, isAbove ? above : below);
  const height = Math.min(panel.height, maxHeight);
  return { x: left - panel.left, y: isAbove ? trigger.top - gap - height - panel.top : 0, maxHeight };
}
