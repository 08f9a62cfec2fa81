import type { ReactNode } from "react";
import { linkAddress } from "../markdown/addresses.ts";
import { PLAIN_LINK } from "../markdown/ContentLink.tsx";
import { Anchor } from "../primitives/Anchor.tsx";

/** A link of a rich text, by the same rules as those of markdown; what may not be followed is text. */
export function RichTextLink({ href, children }: { href: string; children: ReactNode }) {
  const address = linkAddress(href);
  if (address === null) return children;
  return (
    <Anchor href={address} className={PLAIN_LINK}>
      {children}
    </Anchor>
  );
}
