import { linkAttributes, linkTarget } from "@marquee/contract";
import { type ComponentProps, createContext, useContext } from "react";

/** Hosts of this site, with their port unless it is the default port. Links to them open in the same tab. */
export const OwnHosts = createContext<readonly string[]>([]);

export interface AnchorProps extends Omit<ComponentProps<"a">, "href" | "target" | "rel"> {
  href: string;
  /** Opens a new tab, regardless of the link rules. */
  opensNewTab?: boolean | undefined;
}

/**
 * A link that follows the rules of the specification, section 2: other sites open in a new tab without opener and referrer, and an unsafe URL,
 * for example one that would run a script, is rendered as text. Hosts of this site come from {@link OwnHosts}.
 */
export function Anchor({ href, opensNewTab = false, ...rest }: AnchorProps) {
  const ownHosts = useContext(OwnHosts);
  if (linkTarget(href, ownHosts) === "unsafe") return <span className={rest.className}>{rest.children}</span>;
  const attributes = opensNewTab ? NEW_TAB : linkAttributes(href, ownHosts);
  return <a href={href} {...attributes} {...rest} />;
}

const NEW_TAB = { target: "_blank", rel: "noopener noreferrer" } as const;
