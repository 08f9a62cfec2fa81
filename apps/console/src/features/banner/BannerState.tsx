import type { FlagState } from "@marquee/contract/schema";
import { Badge, type Tone } from "@marquee/ui";
import { formatPrecise } from "../../shared/format/format.ts";
import type { BannerPlan } from "./bannerPlan.ts";

/** How things stand with visitors now, whatever is being edited. */
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
  if (config.text.trim() === "") return as("neutral", "Nothing yet", "Write a banner below and publish it.");
  if (!isPublished) return as("neutral", "Not published", "Visitors see no banner; this one is kept.");
  if (to !== null && to <= now) return as("neutral", "Ended", `It ended ${formatPrecise(to)}.`);
  if (from !== null && from > now) return as("sky", "Scheduled", `It begins ${formatPrecise(from)}.`);
  return as(
    "leaf",
    "Live",
    to === null ? "Visitors see it now." : `Visitors see it until ${formatPrecise(to)}.`,
  );
}
