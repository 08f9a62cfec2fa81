import type { InstallResponse } from "@marquee/contract/schema";
import { useRoute } from "../../shared/api/useRoute.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { CopyButton } from "../../shared/ui/CopyButton.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/states.tsx";
import { cookieDomainLine } from "./cookieDomainLine.ts";
import { DatadogClient } from "./DatadogClient.tsx";
import { HostList } from "./HostList.tsx";

/** The script for pages on other hosts, and whether their events arrive. */
export function Install({ title }: ScreenProps) {
  const install = useRoute("GET /install");
  return (
    <>
      <ScreenHeader title={title} />
      <p className="mt-2 max-w-prose text-ink-muted text-xs">
        The site itself needs no script. Add this one to other pages of your company, such as docs, app or
        blog.
      </p>
      <QueryView query={install} loading={<Skeleton className="mt-6 h-96" />} className="mt-6 grid gap-8">
        {(data) => (
          <>
            <Script {...data} />
            <Hosts hosts={data.hosts} />
            <Consent {...data} />
            <Policy origin={data.origin} />
            <DatadogClient {...data.datadog} />
          </>
        )}
      </QueryView>
    </>
  );
}

function Script({ script }: Pick<InstallResponse, "script">) {
  return (
    <section className="max-w-2xl">
      <h2 className="font-semibold">1. Add the script to every page</h2>
      <Code text={`<script src="${script}" async></script>`} label="Copy script tag" />
      <p className="mt-2 text-ink-muted text-xs">
        It asks for consent, counts page views, including in single-page apps, and tracks events that the page
        sends with <code>window.marquee.track</code>. It records no replays or heatmaps.
      </p>
    </section>
  );
}

function Hosts({ hosts }: Pick<InstallResponse, "hosts">) {
  return (
    <section>
      <h2 className="font-semibold">2. Allow the host, and wait for its first event</h2>
      <p className="mt-1 max-w-prose text-ink-muted text-xs">
        Events are accepted only from the hosts under <TextLink href="/site">Site settings</TextLink>. Open a
        page in a private window and accept analytics: visits of browsers that are signed in here are not
        counted.
      </p>
      {hosts.length > 0 ? (
        <HostList hosts={hosts} />
      ) : (
        <EmptyState title="No other hosts yet">
          Add a host such as docs.example.com under Site settings. Until then, pages there are not measured.
        </EmptyState>
      )}
    </section>
  );
}

function Consent({ cookieDomain, origin }: Pick<InstallResponse, "cookieDomain" | "origin">) {
  const line = cookieDomainLine(origin);
  return (
    <section className="max-w-prose">
      <h2 className="font-semibold">Consent</h2>
      <p className="mt-1 text-ink-muted text-xs">
        {cookieDomain ? (
          <>
            Pages on <code>{cookieDomain}</code> and its subdomains share the visitor's decision and ID with
            the site. Elsewhere visitors are asked again and count as new.
          </>
        ) : (
          <>
            Visitors are asked on each host, and count as new there. To share their decision and ID between
            subdomains, set <code>COOKIE_DOMAIN</code> in the server's environment and restart it. Visitors
            keep their decision and ID.
          </>
        )}{" "}
        Any element with the attribute <code>data-consent-open</code> opens the dialog again.
      </p>
      {!cookieDomain && line && <Code text={line} label="Copy line" />}
    </section>
  );
}

function Policy({ origin }: Pick<InstallResponse, "origin">) {
  return (
    <section className="max-w-2xl">
      <h2 className="font-semibold">If the pages have a Content-Security-Policy</h2>
      <p className="mt-1 text-ink-muted text-xs">
        Add the site to these two directives. The script needs no inline styles or scripts, and works with
        Trusted Types.
      </p>
      <Code text={`script-src ${origin}; connect-src ${origin}`} label="Copy directives" />
    </section>
  );
}

/** A line to copy. */
function Code({ text, label }: { text: string; label: string }) {
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-sm bg-surface-sunken px-3 py-1.5">
      <code className="wrap-anywhere min-w-0 text-xs">{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
