import { eventTitle, formName, overlayName } from "@marquee/contract";
import type { PathNode } from "@marquee/contract/schema";

const OTHERS: Record<string, string> = { left: "Left", entered: "Entered", other: "Other" };

/** A node of a path, in words. */
export function nodeText({ kind, name, detail }: PathNode): string {
  if (kind === "page") return name === "" ? "Page not found" : name;
  if (kind !== "event") return OTHERS[kind] ?? kind;
  if (detail === "") return eventTitle(name);
  switch (name) {
    case "Overlay Opened":
      return `Opened the ${overlayName(detail)} overlay`;
    case "Form Started":
      return `Started the ${formName(detail)} form`;
    case "Form Sent":
      return `Sent the ${formName(detail)} form`;
    case "click web":
      return `Clicked “${detail}”`;
    default:
      return `${eventTitle(name)}: ${detail}`;
  }
}

/** Unique for a node. */
export const nodeKey = ({ kind, name, detail }: PathNode): string => [kind, name, detail].join("\n");
