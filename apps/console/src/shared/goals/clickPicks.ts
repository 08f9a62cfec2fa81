import { type ClickCondition, capitalize } from "@marquee/contract";
import type { ClickChoice, ClickPlace } from "@marquee/contract/schema";
import type { Pick as ListEntry } from "./PickList.tsx";

/** Parts of pages that look the same on all of them. */
const SHARED_PARTS = ["header", "footer", "banner", "consent"];
/** Maximum number of places, and of other texts, in an entry. */
const MAX_NAMED = 3;

const words = (name: string) => capitalize(name.replaceAll("-", " "));

/** The title of a place: "Header", or "Home · hero". */
export const placeTitle = ({ root, location }: ClickPlace): string =>
  location === "" || location === root ? words(root) : `${words(root)} · ${location.replaceAll("-", " ")}`;

/** ID of a click target in the list: where it leads, or what it is. */
export const clickId = ({ targets }: { targets: readonly string[] }): string => targets[0] ?? "";

/** Entries for click targets, searchable by text in any language, link target, place and page. */
export function clickPicks(clicks: readonly ClickChoice[]): ListEntry[] {
  return clicks.map((click) => ({
    id: clickId(click),
    label: click.label,
    note: noteOf(click),
    keywords: [
      ...click.targets,
      ...click.texts,
      ...click.places.map(placeTitle),
      ...click.pages.map(({ value }) => value),
    ],
    count: click.count,
  }));
}

function noteOf({ places }: ClickChoice): string {
  const titles = places.map((place) =>
    SHARED_PARTS.includes(place.root) ? words(place.root) : placeTitle(place),
  );
  const different = [...new Set(titles)];
  const more = different.length - MAX_NAMED;
  return [...different.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

const ANYWHERE = "";

/** The places to which clicks on a target can be limited, as values and labels of a select. */
export function narrowings({
  places,
  pages,
}: Omit<ClickChoice, "label" | "targets" | "texts" | "count">): (readonly [value: string, name: string])[] {
  const roots = [...new Set(places.map(({ root }) => root))];
  const parts = roots.flatMap((root): ClickPlace[] => {
    const placesInRoot = places.filter((place) => place.root === root);
    return placesInRoot.length > 1 ? [{ root, location: "" }, ...placesInRoot] : placesInRoot;
  });
  return [
    [ANYWHERE, "Anywhere"],
    ...parts.map((place) => [narrowingValue({ path: "", ...place }), placeTitle(place)] as const),
    ...pages.map(
      ({ value }) => [narrowingValue({ path: value, root: "", location: "" }), `On ${value}`] as const,
    ),
  ];
}

type Narrowing = Pick<ClickCondition, "path" | "root" | "location">;

/** The place that a condition is limited to, as a select's value. */
export const narrowingValue = ({ path, root, location }: Narrowing): string =>
  path === "" && root === "" && location === "" ? ANYWHERE : JSON.stringify([path, root, location]);

export function readNarrowing(value: string): Narrowing {
  if (value === ANYWHERE) return { path: "", root: "", location: "" };
  const [path = "", root = "", location = ""] = JSON.parse(value) as string[];
  return { path, root, location };
}
