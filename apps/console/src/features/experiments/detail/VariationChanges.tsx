import {
  type ExperimentDefinition,
  formatCounted,
  type Json,
  type PageText,
  type Variation,
} from "@marquee/contract";
import { useQuery } from "@tanstack/react-query";
import { request } from "../../../shared/api/request.ts";
import { changedFields, type FieldChange } from "../../../shared/changes/changedFields.ts";
import { Diff } from "../../../shared/changes/Diff.tsx";
import { Skeleton } from "../../../shared/ui/states.tsx";
import { placeName } from "../editor/content/TextList.tsx";
import { orderOf, readPatch } from "../editor/contentPatch.ts";

/** Up to this many changes of all variations are shown without expanding. */
const OPEN = 6;

interface VariationChangesProps {
  definition: ExperimentDefinition;
}

/** What each variation changes: texts and section order, redirect target or flag value, before and after. */
export function VariationChanges({ definition }: VariationChangesProps) {
  const { kind, page, variations } = definition;
  const text = useQuery({
    queryKey: ["page-text", page],
    queryFn: () => request("GET /page-texts/:page", { params: { page } }),
    enabled: kind === "content",
  });
  const [control, ...challengers] = variations;
  if (kind === "content" && text.isPending) return <Skeleton className="mt-8 h-24" />;
  const parts = challengers.map((variation) => ({
    variation,
    // A page that no longer exists has no original text; what was changed is still worth showing.
    changes: changesOf(definition, { control, variation, text: text.data ?? null }),
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

interface Compared {
  control: Variation | undefined;
  variation: Variation;
  /** The page's current texts; null if the page is gone, or if no text varies. */
  text: PageText | null;
}

/** The differences between the control and a variation, as a list of fields. */
export function changesOf(
  { kind, page, flag }: Pick<ExperimentDefinition, "kind" | "page" | "flag">,
  { control, variation, text }: Compared,
): FieldChange[] {
  if (kind === "content") return contentChanges(variation.value, text);
  const before = control?.value ?? page;
  const name = kind === "redirect" ? "Page" : `Value of ${flag}`;
  return changedFields(before, variation.value, [`#${name}`]);
}

/** Changed texts by language, then the order of the sections. */
function contentChanges(value: Json, text: PageText | null): FieldChange[] {
  const { copy, order } = readPatch(value);
  const locales = Object.keys(copy);
  const texts = Object.entries(copy).flatMap(([locale, changed]) =>
    Object.entries(changed).map(([address, after]) => ({
      path: [`#${placeName(address)}${locales.length > 1 ? ` (${locale})` : ""}`],
      before: original(
        [text?.copy, text?.unshipped?.copy].map((texts) => texts?.[locale]?.[address]),
        after,
      ),
      after,
    })),
  );
  if (order.length === 0) return texts;
  const after = text ? orderOf(value, text) : order;
  const before = original([text?.sections, text?.unshipped?.sections], after);
  return [...texts, { path: ["#Order of sections"], before, after }];
}

/** The first value that differs: the current one or, if the variation was shipped since, the one before. */
function original(values: readonly (Json | undefined)[], after: Json): Json | undefined {
  return values.find((value) => value !== undefined && JSON.stringify(value) !== JSON.stringify(after));
}
