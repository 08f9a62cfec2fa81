import { ATTRIBUTE_CATALOG, type TargetingAttribute } from "../flags/targetingAttributes.ts";
import type { Json } from "../kernel/json.ts";
import { capitalize, valueTitle } from "../questions/valueTitles.ts";
import type { PreviewChoices } from "./preview.schema.ts";

export interface PreviewNames {
  timeZone: string;
  /** Name of the draft; its ID is used otherwise. */
  draftName?: string | undefined;
}

/** One difference of a preview from the visit of a new visitor now, or its content. */
export interface PreviewFact {
  name: string;
  value: string;
}

/** Describes a preview: content, date and visitor first, then chosen attributes, flags and variations. */
export function previewFacts(choices: PreviewChoices, names: PreviewNames): PreviewFact[] {
  const { at, isMeasured = false, attributes = {}, flags = {}, variations = {} } = choices;
  const attributeEntries = Object.entries(attributes) as [TargetingAttribute, string | boolean][];
  return [
    { name: "Content", value: contentOf(choices, names) },
    { name: "Date", value: at === undefined ? "Now" : formatDate(at, names.timeZone) },
    { name: "Visitor", value: isMeasured ? "Measured" : "New, not measured" },
    ...attributeEntries.map(([name, value]) => ({
      name: name.includes("_") ? name : capitalize(ATTRIBUTE_CATALOG[name].title),
      value: typeof value === "boolean" ? (value ? "Yes" : "No") : nameOfValue(name, value),
    })),
    ...(choices.hasDismissedBanner ? [{ name: "Banner", value: "Dismissed" }] : []),
    ...Object.entries(flags).map(([key, value]) => ({ name: key, value: flagValueText(value as Json) })),
    ...Object.entries(variations).map(([key, variation]) => ({ name: key, value: variation })),
  ];
}

/** The value of a flag as one line of text. */
export function flagValueText(value: Json): string {
  if (typeof value === "boolean") return value ? "On" : "Off";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function contentOf({ draft, revision }: PreviewChoices, { draftName }: PreviewNames): string {
  const base =
    revision === undefined ? "Published" : revision === 0 ? "From the files" : `Revision ${revision}`;
  if (draft === undefined) return base;
  const named = draftName ?? `Draft ${draft}`;
  return revision === undefined ? named : `${named}, over ${base.toLowerCase()}`;
}

function nameOfValue(name: TargetingAttribute, value: string): string {
  if (name === "country") return valueTitle("visit:country", value);
  return name === "device" || name === "audience" ? capitalize(value) : value;
}

function formatDate(at: number, timeZone: string): string {
  const options = { dateStyle: "full", timeStyle: "short", timeZone } as const;
  const zone = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value;
  return `${new Intl.DateTimeFormat("en-US", options).format(at)} ${zone ?? timeZone}`;
}
