import { formatCounted, type Json, LOCALES, parsePointer } from "@marquee/contract";
import type { ShipDecision, ShippedField } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { languageName } from "../../../../shared/format/languageName.ts";
import { sectionTitles } from "../../experimentTexts.ts";

type Keep = ShipDecision["keep"];

interface ShippedTextsProps {
  fields: readonly ShippedField[];
  decisions: readonly ShipDecision[];
  onDecide: (decisions: readonly ShipDecision[]) => void;
}

/** How many texts shipping publishes in which languages, and which of them need a decision first. */
export function ShippedTexts({ fields, decisions, onDecide }: ShippedTextsProps) {
  const open = fields.filter(isOpen);
  return (
    <>
      <p>{publishedSentence(fields)}</p>
      {open.length > 0 && (
        <ul className="max-h-80 overflow-y-auto border-hairline border-t">
          {open.map((field) => (
            <OpenField
              key={field.item + field.pointer}
              field={field}
              decision={decisionOf(field, decisions)?.keep ?? null}
              onKeep={(keep) => onDecide(withDecision(decisions, field, keep))}
            />
          ))}
        </ul>
      )}
    </>
  );
}

interface OpenFieldProps {
  field: ShippedField;
  decision: Keep | null;
  onKeep: (keep: Keep) => void;
}

/** A text that was published differently since the experiment started, or that can't be published. */
function OpenField({ field, decision, onKeep }: OpenFieldProps) {
  const { title, locale, label, value, conflict, problem } = field;
  const place = `${locale ? `${title} in ${languageName(locale)}, ` : ""}${label}`;
  return (
    <li className="grid gap-1 border-hairline border-b py-2.5">
      <p className="text-ink-muted text-xs">{place}</p>
      {conflict && (
        <>
          <Text name="Published" value={titlesIn(field, conflict.value)} />
          <Text name="Variation" value={titlesIn(field, value)} />
        </>
      )}
      <p className="text-clay">
        {problem ?? "Someone has published another text since the experiment started. Choose one."}
      </p>
      <div className="-ml-3 flex flex-wrap gap-2">
        <Button
          size="sm"
          variant={decision === "published" ? "secondary" : "tertiary"}
          aria-pressed={decision === "published"}
          onClick={() => onKeep("published")}
        >
          {problem ? "Leave it out" : "Keep the published one"}
          <span className="sr-only">: {place}</span>
        </Button>
        {!problem && (
          <Button
            size="sm"
            variant={decision === "variation" ? "secondary" : "tertiary"}
            aria-pressed={decision === "variation"}
            onClick={() => onKeep("variation")}
          >
            Publish the variation’s
            <span className="sr-only">: {place}</span>
          </Button>
        )}
      </div>
    </li>
  );
}

function Text({ name, value }: { name: string; value: Json }) {
  return (
    <p className="wrap-anywhere">
      <span className="text-ink-muted text-xs">{name}: </span>
      {Array.isArray(value) ? value.join(", ") : String(value)}
    </p>
  );
}

/** Sections by their titles. */
function titlesIn({ locale, pointer }: ShippedField, value: Json): Json {
  return locale === null ? sectionTitles(parsePointer(pointer)?.[0] ?? "", value) : value;
}

const isOpen = ({ conflict, problem }: ShippedField) => conflict !== undefined || problem !== undefined;

function decisionOf({ item, pointer }: ShippedField, decisions: readonly ShipDecision[]) {
  return decisions.find((each) => each.item === item && each.pointer === pointer);
}

/** Whether a person has decided on each text that needs it. */
export function isDecided(fields: readonly ShippedField[], decisions: readonly ShipDecision[]): boolean {
  return fields.filter(isOpen).every((field) => decisionOf(field, decisions) !== undefined);
}

/**
 * The decisions with one more. It includes the published text that the person saw, so that no other text is
 * replaced.
 */
export function withDecision(
  decisions: readonly ShipDecision[],
  field: ShippedField,
  keep: Keep,
): ShipDecision[] {
  const { item, pointer, conflict } = field;
  const otherDecisions = decisions.filter((each) => each !== decisionOf(field, decisions));
  return [...otherDecisions, { item, pointer, published: conflict?.value ?? null, keep }];
}

/** "It publishes 3 texts: 2 in English, 1 in German, and the sections of the page." */
export function publishedSentence(fields: readonly ShippedField[]): string {
  const texts = fields.filter(({ locale }) => locale !== null);
  const parts = LOCALES.flatMap((locale) => {
    const count = texts.filter((field) => field.locale === locale).length;
    return count > 0 ? [`${count} in ${languageName(locale)}`] : [];
  });
  const sections = fields.length > texts.length ? "the sections of the page" : "";
  if (fields.length === 0) return "It publishes nothing, because all of it is already published.";
  if (texts.length === 0) return `It publishes ${sections}.`;
  return `It publishes ${formatCounted(texts.length, "text")}: ${parts.join(", ")}${sections && `, and ${sections}`}.`;
}
