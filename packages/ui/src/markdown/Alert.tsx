import { CircleAlert, Info, Lightbulb, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ContentElementProps } from "./ContentNodes.tsx";

interface Kind {
  Icon: LucideIcon;
  className: string;
}

const NOTE: Kind = { Icon: Info, className: "bg-sky-soft" };
const KINDS: Readonly<Record<string, Kind>> = {
  note: NOTE,
  tip: { Icon: Lightbulb, className: "bg-leaf-soft" },
  important: { Icon: CircleAlert, className: "bg-iris-soft" },
  warning: { Icon: TriangleAlert, className: "bg-clay-soft" },
  caution: { Icon: TriangleAlert, className: "bg-clay-soft" },
};

/** A remark set off from the text: `> [!NOTE]`, TIP, IMPORTANT, WARNING or CAUTION. */
export function Alert({ element, children }: ContentElementProps) {
  const { Icon, className } = KINDS[String(element.attributes?.["data-alert"])] ?? NOTE;
  return (
    <div role="note" className={`mt-6 flex gap-3.5 rounded-md px-4 py-3.5 first:mt-0 ${className}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" strokeWidth={1.75} />
      <div className="min-w-0 [&_a]:text-ink">{children}</div>
    </div>
  );
}
