import type { Funnel } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";

/** From the home page to a sent form. The header's link opens sales as an overlay, so page views alone would not show it. */
export const SUGGESTED: Funnel = {
  steps: [
    { condition: { kind: "page", match: "is", path: "/" } },
    { condition: { kind: "page", match: "is", path: "/pricing" } },
    { condition: { kind: "overlay", overlay: "enterprise-sales" } },
    { condition: { kind: "form", step: "sent", form: "sales" } },
  ],
  per: "visit",
  order: "loose",
  window: null,
};
export const SUGGESTED_NAME = "Home to sales";

interface FirstFunnelProps {
  mayEdit: boolean;
  /** Whether the suggested funnel is already saved. */
  isSaved: boolean;
  isBusy: boolean;
  /** Creates the suggested funnel, or opens it for people who may not save. */
  onSuggested: () => void;
}

/** Shown while the funnel has no steps. */
export function FirstFunnel({ mayEdit, isSaved, isBusy, onSuggested }: FirstFunnelProps) {
  return (
    <section aria-labelledby="first-funnel" className="max-w-prose">
      <h2 id="first-funnel" className="text-balance font-display font-semibold text-lead">
        See where visitors drop out
      </h2>
      <p className="mt-1 text-ink-muted">
        A funnel counts how many visits get from one step to the next. Pages, overlays, forms, clicks and
        saved goals can be steps. Open a drop-off to see what those who left did instead, and watch their
        replays.
      </p>
      <p className="mt-4 text-ink-muted">
        Add at least two steps, or start with this one: home page, pricing, sales overlay, sent form.
      </p>
      <Button variant="tertiary" size="sm" className="-ml-3.5 mt-1" disabled={isBusy} onClick={onSuggested}>
        {mayEdit && !isSaved ? "Create" : "Show"} the funnel “{SUGGESTED_NAME}”
      </Button>
    </section>
  );
}
