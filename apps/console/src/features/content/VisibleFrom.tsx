import { BANNER_ITEM, isBannerDue, isBannerItem, NO_BANNER } from "@marquee/contract";
import type { Banner, DraftField } from "@marquee/contract/schema";
import { useRoute } from "../../shared/api/useRoute.ts";
import { formatPrecise } from "../../shared/format/format.ts";

interface VisibleFromProps {
  /** ID of the draft. */
  draft: number;
  fields: readonly Pick<DraftField, "item">[];
}

/** When visitors see the changes of a draft once it is published. A banner has a schedule of its own. */
export function VisibleFrom({ draft, fields }: VisibleFromProps) {
  const banner = useRoute(
    "GET /content/items/:key",
    { params: { key: BANNER_ITEM }, query: { draft } },
    { enabled: fields.some(isOfBanner) },
  );
  if (!fields.some(isOfBanner)) return "Visitors see them within a second.";
  if (!banner.data) return null;
  const changed = new Map(banner.data.changes.map(({ pointer, value }) => [pointer, value]));
  const values = banner.data.fields.map(({ pointer, value }) => [
    pointer.slice(1),
    changed.has(pointer) ? changed.get(pointer) : value,
  ]);
  return visibleText({ ...NO_BANNER, ...Object.fromEntries(values) }, fields.every(isOfBanner), Date.now());
}

const isOfBanner = ({ item }: { item: string }) => isBannerItem(item);

/** @param isAll whether the draft changes only the banner. */
export function visibleText(banner: Banner, isAll: boolean, now: number): string {
  const { isShown, from, until } = banner;
  if (isBannerDue(banner, now)) return "Visitors see them within a second.";
  const text = !isShown
    ? "The banner is turned off, so visitors don't see it."
    : from !== null && Date.parse(from) > now
      ? `Visitors see the banner from ${formatPrecise(Date.parse(from))}.`
      : `The banner ended ${formatPrecise(Date.parse(until ?? ""))}, so visitors don't see it.`;
  return isAll ? text : `${text} They see the other changes within a second.`;
}
