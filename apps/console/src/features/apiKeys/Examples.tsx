import type { ApiKeysResponse } from "@marquee/contract/schema";
import { LinkTabs } from "../../shared/address/LinkTabs.tsx";
import { useFilters, useHrefWith } from "../../shared/address/useFilters.ts";
import { CopyButton } from "../../shared/ui/CopyButton.tsx";
import { EXAMPLES, type Example } from "./exampleTexts.ts";

const NAMES = ["example"] as const;

/** A query in several languages, with this site's address and ID. */
export function Examples(api: Pick<ApiKeysResponse, "origin" | "siteId">) {
  const [{ example }] = useFilters(NAMES);
  const hrefWith = useHrefWith();
  const [first] = EXAMPLES;
  const chosen: Example = EXAMPLES.find(({ id }) => id === example) ?? first;
  const tabs = EXAMPLES.map(({ id, name }) => ({
    name,
    href: hrefWith({ example: id === first.id ? undefined : id }),
    isChosen: id === chosen.id,
  }));
  return (
    <section aria-labelledby="examples">
      <h2 id="examples" className="font-semibold">
        Use a key
      </h2>
      <div className="mt-3">
        <LinkTabs label="Example" tabs={tabs} />
      </div>
      {chosen.scope === "figures" && (
        <p className="mt-3 max-w-prose text-ink-muted">
          The sources of the last 30 days with their visitors and leads. Clients of Plausible's Stats API v2
          work too: set their address to <code className="wrap-anywhere">{api.origin}</code> and the site ID
          to <code className="wrap-anywhere">{api.siteId}</code>.
        </p>
      )}
      <p className="mt-3 max-w-prose text-ink-muted">{chosen.advice}</p>
      <Code text={chosen.code(api)} label={`Copy the ${chosen.name} example`} />
      <p className="mt-3 max-w-prose text-ink-muted">
        Each key can send 600 requests an hour.{" "}
        {chosen.scope === "content" ? (
          <>
            A content key can't publish: an editor reviews the draft. For details, see{" "}
            <code>docs/content.md</code>.
          </>
        ) : (
          <>
            All metrics, dimensions and filters are in the{" "}
            <a href="/api/openapi.json" className="underline underline-offset-4">
              OpenAPI document
            </a>
            , and explained in <code>docs/api.md</code> and <code>docs/questions.md</code>.
          </>
        )}
      </p>
    </section>
  );
}

/** Lines to copy. */
function Code({ text, label }: { text: string; label: string }) {
  return (
    <div className="relative mt-3 rounded-sm bg-surface-sunken">
      <div className="absolute top-1 right-1 rounded-sm bg-surface-sunken">
        <CopyButton text={text} label={label} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
      <pre tabIndex={0} className="overflow-x-auto p-4 pt-11 text-xs leading-relaxed sm:pt-4">
        {text}
      </pre>
    </div>
  );
}
