import {
  type ExperimentDefinition,
  formatCounted,
  itemKey,
  type Json,
  LOCALES,
  type Locale,
  SECTIONS_ITEM,
  type Variation,
} from "@marquee/contract";
import type { ContentField, RevisionField } from "@marquee/contract/schema";
import { useRoute } from "../../../shared/api/useRoute.ts";
import { changedFields, type FieldChange } from "../../../shared/changes/changedFields.ts";
import { Diff } from "../../../shared/changes/Diff.tsx";
import { languageName } from "../../../shared/format/languageName.ts";
import { Skeleton } from "../../../shared/ui/states.tsx";
import { readChanges } from "../editor/contentChanges.ts";
import { sectionTitles } from "../experimentTexts.ts";
import { useContentItems } from "../useContentItems.ts";

/** Up to this many changes of all variations are shown without expanding. */
const OPEN = 6;

interface VariationChangesProps {
  definition: ExperimentDefinition;
  /** Revision that published texts of the shipped variation; null if there is none. */
  publication: number | null;
}

/** What each variation changes: texts and sections, redirect target or flag value, before and after. */
export function VariationChanges({ definition, publication }: VariationChangesProps) {
  const { kind, variations } = definition;
  const [control, ...challengers] = variations;
  const keys = kind === "content" ? challengers.flatMap(({ value }) => Object.keys(readChanges(value))) : [];
  const { isPending, items } = useContentItems([...new Set(keys)]);
  const shipped = useRoute(
    "GET /content/revisions/:number",
    { params: { number: String(publication) } },
    { enabled: publication !== null },
  );
  if (isPending || shipped.isLoading) return <Skeleton className="mt-8 h-24" />;
  const content: Content = {
    fieldsOf: (item) => items.get(item)?.fields ?? [],
    replaced: shipped.data?.fields ?? [],
  };
  const parts = challengers.map((variation) => ({
    variation,
    changes: changesOf(definition, { control, variation, content }),
  }));
  const total = parts.reduce((sum, { changes }) => sum + changes.length, 0);
  return (
    <section aria-label="What changes" className="mt-8">
      <h2 className="font-medium">What changes</h2>
      {parts.map(({ variation, changes }) => (
        <details
          key={variation.key}
          open={total <= OPEN}
          className="mt-2 border-hairline border-t py-2 last:border-b"
        >
          <summary className="wrap-anywhere">
            <span className="font-medium">{variation.name}</span>{" "}
            <span className="text-ink-muted text-xs">{summaryOf(changes)}</span>
          </summary>
          {changes.length > 0 && (
            <div className="mt-2">
              <Diff changes={changes} />
            </div>
          )}
        </details>
      ))}
    </section>
  );
}

function summaryOf(changes: readonly FieldChange[]): string {
  return changes.length === 0 ? "same as the control" : formatCounted(changes.length, "change");
}

/** The published fields of the page. */
export interface Content {
  /** Empty for an item that no longer exists; its changes are still listed. */
  fieldsOf(item: string): readonly ContentField[];
  /** What shipping the experiment replaced. */
  replaced: readonly RevisionField[];
}

interface Compared {
  control: Variation | undefined;
  variation: Variation;
  content: Content;
}

/** The differences between the control and a variation, as a list of fields. */
export function changesOf(
  { kind, page, flag }: Pick<ExperimentDefinition, "kind" | "page" | "flag">,
  { control, variation, content }: Compared,
): FieldChange[] {
  if (kind === "content") return contentChanges(page, variation.value, content);
  const before = control?.value ?? page;
  const name = kind === "redirect" ? "Page" : `Value of ${flag}`;
  return changedFields(before, variation.value, [`#${name}`]);
}

/** Changed fields with the names and in the order of the page's editor, with their language if there are several; then the sections. */
function contentChanges(page: string, value: Json, { fieldsOf, replaced }: Content): FieldChange[] {
  const changes = readChanges(value);
  const languages = LOCALES.filter((locale) => Object.hasOwn(changes, textsOf(page, locale)));
  const changeOf = (item: string, pointer: string) => {
    const after = changes[item]?.[pointer] ?? null;
    const field = fieldsOf(item).find((each) => each.pointer === pointer);
    const replacedField = replaced.find((each) => each.item === item && each.pointer === pointer);
    return { field, before: original([field?.value, replacedField?.before], after), after };
  };
  const texts = languages.flatMap((locale) => {
    const item = textsOf(page, locale);
    const language = languages.length > 1 ? ` (${languageName(locale)})` : "";
    return pointersOf(changes[item] ?? {}, fieldsOf(item)).map((pointer) => {
      const { field, ...values } = changeOf(item, pointer);
      return { path: [`#${nameOf(field, pointer)}${language}`], ...values };
    });
  });
  const sections = Object.keys(changes[SECTIONS_ITEM] ?? {}).map((pointer) => {
    const { before, after } = changeOf(SECTIONS_ITEM, pointer);
    const isHidden = pointer.endsWith("/hidden");
    return {
      path: [isHidden ? "#Hidden sections" : "#Order of sections"],
      before: sectionTitles(page, before),
      after: sectionTitles(page, after),
    };
  });
  return [...texts, ...sections];
}

function textsOf(page: string, locale: Locale): string {
  return itemKey({ kind: "copy", locale, id: page });
}

/** The changed fields in the order of the editor, then those that no longer exist. */
function pointersOf(changed: Readonly<Record<string, Json>>, fields: readonly ContentField[]): string[] {
  const existingPointers = fields
    .map(({ pointer }) => pointer)
    .filter((pointer) => Object.hasOwn(changed, pointer));
  return [...new Set([...existingPointers, ...Object.keys(changed)])];
}

function nameOf(field: ContentField | undefined, pointer: string): string {
  return field ? `${field.section}: ${field.label}` : pointer;
}

/** The original value: the one that shipping replaced, or the published one. */
function original(values: readonly (Json | undefined)[], after: Json): Json | undefined {
  return values.find((value) => value !== undefined && JSON.stringify(value) !== JSON.stringify(after));
}
