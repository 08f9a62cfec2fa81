import { linkAttributes, linkTarget } from "@marquee/contract";
import { type ComponentProps, createContext, useContext } from "react";

/** Hosts of this site, with their port if it is not the usual one: links to them stay in the same tab. */
export const OwnHosts = createContext<readonly string[]>([]);

export interface AnchorProps extends Omit<ComponentProps<"a">, "href" | "target" | "rel"> {
  href: string;
  /** Opens a new tab even where the link rules would not. */
  opensNewTab?: boolean | undefined;
}

/**
 * A link by the rules of the specification, section 2: another site opens in a new tab that knows nothing of this one, and an address
 * that would run a script is not a link at all. Hosts of this site come from {@link OwnHosts}.
 */
export function Anchor({ href, opensNewTab = false, ...rest }: AnchorProps) {
  const ownHosts = useContext(OwnHosts);
  if (linkTarget(href, ownHosts) === "unsafe") return <span className={rest.className}>{rest.children}</span>;
  const attributes = opensNewTab ? NEW_TAB : linkAttributes(href, ownHosts);
  return <a href={href} {...attributes} {...rest} />;
}

const NEW_TAB = { target: "_blank", rel: "noopener noreferrer" } as const;
