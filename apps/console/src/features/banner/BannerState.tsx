import type { FlagState } from "@marquee/contract/schema";
import { Badge, type Tone } from "@marquee/ui";
import { formatPrecise } from "../../shared/format/format.ts";
import type { BannerPlan } from "./bannerPlan.ts";

/** The live state of the banner, independent of unsaved edits. */
export function BannerState({ plan, state }: { plan: BannerPlan; state: FlagState }) {
  const { tone, name, text } = describe(plan, Date.now());
  const { updatedAt, updatedBy } = state;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted">
      <Badge tone={tone}>{name}</Badge>
      <span>{text}</span>
      {updatedAt !== null && (
        <span>
          Changed {formatPrecise(updatedAt)} by {updatedBy}.
        </span>
      )}
    </p>
  );
}

function describe({ config, from, to, isPublished }: BannerPlan, now: number) {
  const as = (tone: Tone, name: string, text: string) => ({ tone, name, text });
  if (config.text.trim() === "")
    return as("neutral", "No banner yet", "Create a banner below and publish it.");
  if (!isPublished)
    return as("neutral", "Not published", "Visitors don't see this banner. It is saved as a draft.");
  if (to !== null && to <= now) return as("neutral", "Ended", `Ended ${formatPrecise(to)}.`);
  if (from !== null && from > now) return as("sky", "Scheduled", `Starts ${formatPrecise(from)}.`);
  return as(
    "leaf",
    "Live",
    to === null ? "Visitors see it now." : `Visitors see it until ${formatPrecise(to)}.`,
  );
}
