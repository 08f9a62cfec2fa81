import { FAVICON_SIZE, faviconHost, faviconUrl, parseUrl, trackingAttributes } from "@marquee/contract";
import { Anchor, OwnHosts } from "@marquee/ui";
import { ArrowRight } from "lucide-react";
import { type ReactNode, useContext } from "react";
import { ArticleId } from "./articleId.ts";
import { contentText } from "./contentText.ts";
import type { ContentElementProps } from "./elementStyles.ts";

export const PLAIN_LINK =
  "font-medium text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent";
const MORE = "inline-flex items-baseline gap-1.5 font-medium text-accent underline-offset-4 hover:underline";

/** A link in markdown: plain, with an arrow, or as a card (`data-icon-link`; specification, section 2). */
export function ContentLink({ element, children }: ContentElementProps) {
  const { href, title, "data-icon-link": icon } = element.attributes ?? {};
  const articleId = useContext(ArticleId);
  const attributes = { href: String(href), ...(typeof title === "string" ? { title } : {}) };
  const tracking = trackingAttributes({ clickedType: "link", linkTitle: contentText(element), articleId });
  if (icon === "card")
    return (
      <LinkCard {...attributes} tracking={tracking}>
        {children}
      </LinkCard>
    );
  if (icon !== "more") {
    return (
      <Anchor {...attributes} className={PLAIN_LINK}>
        {children}
      </Anchor>
    );
  }
  return (
    <Anchor {...attributes} {...tracking} data-icon-link="more" className={MORE}>
      <span>{children}</span>
      <ArrowRight aria-hidden="true" className="size-4 shrink-0 self-center" />
    </Anchor>
  );
}

interface LinkCardProps {
  href: string;
  title?: string;
  /** Attributes for click tracking. */
  tracking: Record<string, string>;
  children: ReactNode;
}

/** A link as a card with an icon and the domain of its target. */
function LinkCard({ href, title, tracking, children }: LinkCardProps) {
  const [ownHost = ""] = useContext(OwnHosts);
  const domain = domainOf(href, ownHost);
  const isOwn = domain === domainOf("/", ownHost);
  return (
    <Anchor
      href={href}
      title={title}
      {...tracking}
      data-icon-link="card"
      className="my-1.5 inline-flex max-w-full items-center gap-4 rounded-md border border-hairline bg-surface py-3 pr-5 pl-3 align-middle transition-colors hover:border-control"
    >
      {isOwn ? <OwnSign /> : <SiteSign href={href} domain={domain} />}
      <span className="min-w-0">
        <span className="block font-medium text-ink">{children}</span>
        {domain !== "" && <span className="block truncate text-ink-muted text-sm">{domain}</span>}
      </span>
    </Anchor>
  );
}

function OwnSign() {
  return (
    <img
      src="/favicon.svg"
      alt=""
      width={FAVICON_SIZE}
      height={FAVICON_SIZE}
      loading="lazy"
      className="size-10 shrink-0"
    />
  );
}

/**
 * Another site's icon, over a letter that shows until it has loaded, or if the site has none. This site's server fetches the icon, so the
 * other site does not learn who reads this page: docs/decisions/005-content-becomes-elements-on-the-server.md.
 */
function SiteSign({ href, domain }: { href: string; domain: string }) {
  const host = faviconHost(href);
  return (
    <span className="relative size-10 shrink-0 overflow-hidden rounded-sm">
      <DomainLetter domain={domain} />
      {host && (
        <img
          src={faviconUrl(host)}
          alt=""
          width={FAVICON_SIZE}
          height={FAVICON_SIZE}
          loading="lazy"
          className="absolute inset-0 size-full"
        />
      )}
    </span>
  );
}

function DomainLetter({ domain }: { domain: string }) {
  return (
    <svg viewBox={`0 0 ${FAVICON_SIZE} ${FAVICON_SIZE}`} className="size-full" aria-hidden="true">
      <rect width={FAVICON_SIZE} height={FAVICON_SIZE} className="fill-accent-soft" />
      <text
        x="64"
        y="86"
        textAnchor="middle"
        fontSize="64"
        fontWeight="600"
        className="fill-accent-strong font-display"
      >
        {[...domain][0]?.toUpperCase() ?? ""}
      </text>
    </svg>
  );
}

/** `docs.example.com` for `https://www.docs.example.com/x`, and this site's domain for a path. Empty for URLs without a host, like `mailto:`. */
function domainOf(href: string, ownHost: string): string {
  const base = `https://${ownHost || "localhost"}`;
  return parseUrl(href, base)?.hostname.replace(/^www\./, "") ?? "";
}
