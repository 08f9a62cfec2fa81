import { Anchor } from "@marquee/ui";
import { ArrowRight } from "lucide-react";

interface OnwardProps {
  links: readonly { label: string; text: string; href: string }[];
}

/** Where to go after the demo: one line each. Some open as an overlay once React answers. */
export function Onward({ links }: OnwardProps) {
  return (
    <ul className="border-hairline border-b">
      {links.map(({ label, text, href }) => (
        <li key={href} className="border-hairline border-t">
          <Anchor
            href={href}
            data-overlay={OVERLAY_OF[href]}
            data-overlay-location="demo"
            className="group grid grid-cols-[1fr_auto] items-center gap-x-6 py-5 md:grid-cols-[1fr_2fr_auto]"
          >
            <span className="font-display text-title group-hover:underline">{label}</span>
            <span className="text-ink-muted max-md:row-start-2">{text}</span>
            <ArrowRight
              aria-hidden="true"
              className="size-5 text-accent max-md:row-span-2 max-md:row-start-1 max-md:col-start-2"
            />
          </Anchor>
        </li>
      ))}
    </ul>
  );
}

/** The overlays that do the same as these pages. */
const OVERLAY_OF: Readonly<Record<string, string>> = {
  "/sign-up": "sign-up",
  "/contact-sales": "enterprise-sales",
};
