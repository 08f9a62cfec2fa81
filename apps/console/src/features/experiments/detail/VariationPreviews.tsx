import type { ExperimentAnswer } from "@marquee/contract/schema";
import { ExternalLink } from "lucide-react";
import { formatFineShare } from "../../../shared/format/format.ts";
import { CopyButton } from "../../../shared/ui/CopyButton.tsx";

/** Each variation with its share, and the link that shows it to whoever opens it. */
export function VariationPreviews({ experiment }: { experiment: ExperimentAnswer }) {
  const { definition, previews } = experiment;
  return (
    <>
      <ul>
        {definition.variations.map(({ key, name, weight }) => {
          const url = previews.find(({ variation }) => variation === key)?.url;
          return (
            <li key={key} className="border-hairline border-b py-1.5 last:border-b-0">
              <p className="flex justify-between gap-3">
                <span className="wrap-anywhere min-w-0 font-medium">{name}</span>
                <span className="text-ink-muted tabular-nums">{formatFineShare(weight)}</span>
              </p>
              {url && <PreviewLink name={name} url={url} />}
            </li>
          );
        })}
      </ul>
      <p className="mt-1 text-ink-muted text-xs">
        {previews.length === 0
          ? "The page is gone, so that there is nothing to look at."
          : "A preview shows one variation to whoever opens it, and counts nothing."}
        {definition.kind === "flag" && " Its last part works on every page of the site."}
      </p>
    </>
  );
}

function PreviewLink({ name, url }: { name: string; url: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <a
        href={url}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-9 items-center gap-1.5 underline underline-offset-4"
      >
        <ExternalLink aria-hidden="true" className="size-4" />
        Preview<span className="sr-only"> of {name}, in a new tab</span>
      </a>
      <CopyButton text={new URL(url, location.origin).href} label={`Copy the preview link of ${name}`} />
    </div>
  );
}
