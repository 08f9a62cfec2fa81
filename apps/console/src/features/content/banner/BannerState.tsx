import { isBannerDue } from "@marquee/contract";
import type { Banner } from "@marquee/contract/schema";
import { Badge, type Tone } from "@marquee/ui";
import { formatPrecise } from "../../../shared/format/format.ts";

/** What visitors see now, regardless of drafts. */
export function BannerState({ banner }: { banner: Banner }) {
  const { tone, name, text } = describe(banner, Date.now());
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted">
      <Badge tone={tone}>{name}</Badge>
      <span>{text}</span>
    </p>
  );
}

function describe(banner: Banner, now: number): { tone: Tone; name: string; text: string } {
  const { isShown, from, until } = banner;
  if (!isShown) return { tone: "neutral", name: "Not shown", text: "Visitors don't see a banner." };
  if (isBannerDue(banner, now))
    return {
      tone: "leaf",
      name: "Live",
      text:
        until === null
          ? "Visitors see it now."
          : `Visitors see it until ${formatPrecise(Date.parse(until))}.`,
    };
  if (from !== null && Date.parse(from) > now)
    return { tone: "sky", name: "Scheduled", text: `Starts ${formatPrecise(Date.parse(from))}.` };
  return { tone: "neutral", name: "Ended", text: `Ended ${formatPrecise(Date.parse(until ?? ""))}.` };
}
