import {
  CircleAlert,
  FileText,
  type LucideIcon,
  MousePointer2,
  MousePointerClick,
  Sparkle,
  Tornado,
} from "lucide-react";
import type { MarkKind } from "./playback/marks.ts";

interface MarkStyle {
  /** What such marks are called together. */
  name: string;
  Icon: LucideIcon;
  /** Of the mark on the timeline. */
  bar: string;
  ink: string;
}

/** By importance: of marks at one place the first covers the others. */
export const MARK_STYLES: Record<MarkKind, MarkStyle> = {
  error: { name: "Errors", Icon: CircleAlert, bar: "bg-clay h-full", ink: "text-clay" },
  rage: { name: "Rage clicks", Icon: Tornado, bar: "bg-sun h-full", ink: "text-ink" },
  dead: { name: "Dead clicks", Icon: MousePointer2, bar: "bg-control h-3/4", ink: "text-ink-muted" },
  page: { name: "Pages", Icon: FileText, bar: "bg-ink h-full", ink: "text-ink" },
  event: { name: "Events", Icon: Sparkle, bar: "bg-sky h-1/2", ink: "text-sky" },
  click: { name: "Clicks", Icon: MousePointerClick, bar: "bg-leaf h-1/2", ink: "text-leaf-strong" },
};

export const MARK_KINDS = Object.keys(MARK_STYLES) as MarkKind[];
