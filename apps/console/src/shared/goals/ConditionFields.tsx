import {
  capitalize,
  describeCondition,
  describeSelector,
  formName,
  type GoalKind,
  MAX_GOAL_TIME,
  overlayName,
  PAGE_MATCHES,
  type SingleCondition,
} from "@marquee/contract";
import type { GoalChoicesResponse, RecordedChoice } from "@marquee/contract/schema";
import { Field, SelectField } from "@marquee/ui";
import { ClickFields } from "./ClickFields.tsx";
import { EventFields } from "./EventFields.tsx";
import { FIRST_SCROLL, FIRST_TIME } from "./goalKinds.ts";
import { type Pick, PickList } from "./PickList.tsx";

interface ConditionFieldsProps {
  kind: GoalKind;
  /** Null until something is picked. */
  condition: SingleCondition | null;
  choices: GoalChoicesResponse;
  onChange: (condition: SingleCondition | null) => void;
}

type OfKind<Kind extends GoalKind> = Extract<SingleCondition, { kind: Kind }>;

/** The fields of a condition. Everything is picked from what was recorded. */
export function ConditionFields({ kind, condition, choices, onChange }: ConditionFieldsProps) {
  // The condition, or null if it is of another kind.
  const conditionOf = <Kind extends GoalKind>(wanted: Kind) =>
    condition?.kind === wanted ? (condition as OfKind<Kind>) : null;
  switch (kind) {
    case "page":
      return <PageFields condition={conditionOf("page")} pages={choices.pages} onChange={onChange} />;
    case "event":
      return <EventFields condition={conditionOf("event")} events={choices.events} onChange={onChange} />;
    case "form":
      return <FormFields condition={conditionOf("form")} forms={choices.forms} onChange={onChange} />;
    case "overlay":
      return (
        <PickList
          legend="Overlay"
          value={conditionOf("overlay")?.overlay ?? null}
          picks={choices.overlays.map((each) => ({
            ...pickOf(each),
            label: capitalize(overlayName(each.value)),
          }))}
          none="No overlay was opened in the last 30 days."
          onPick={(overlay) => onChange({ kind, overlay })}
        />
      );
    case "section":
      return (
        <PickList
          legend="Section"
          value={conditionOf("section")?.section ?? null}
          picks={choices.sections.map(pickOf)}
          none="No section was seen in the last 30 days."
          onPick={(section) => onChange({ kind, section })}
        />
      );
    case "click":
      return <ClickFields condition={conditionOf("click")} clicks={choices.clicks} onChange={onChange} />;
    case "button":
      return <OldClick condition={conditionOf("button")} />;
    case "element":
      return (
        <ElementFields condition={conditionOf("element")} elements={choices.elements} onChange={onChange} />
      );
    case "time": {
      const time = conditionOf(kind) ?? FIRST_TIME;
      return (
        <AmountFields
          key={kind}
          label="Seconds, at least"
          hint="Up to the visit's last event: clicks, sections and the next page view all count as events."
          amount={time.seconds}
          max={MAX_GOAL_TIME}
          path={time.path}
          pages={choices.pages}
          onAmount={(seconds) => onChange(seconds === null ? null : { ...time, seconds })}
          onPick={(path) => onChange({ ...time, path })}
        />
      );
    }
    case "scroll": {
      const scroll = conditionOf(kind) ?? FIRST_SCROLL;
      return (
        <AmountFields
          key={kind}
          label="Percent of the page, at least"
          hint="Scroll depths name their visitor only as long as recordings are kept, so older ones don't count."
          amount={scroll.percent}
          max={100}
          path={scroll.path}
          pages={choices.scrolledPages}
          onAmount={(percent) => onChange(percent === null ? null : { ...scroll, percent })}
          onPick={(path) => onChange({ ...scroll, path })}
        />
      );
    }
  }
}

interface FieldsProps<Kind extends GoalKind> {
  condition: OfKind<Kind> | null;
  onChange: (condition: SingleCondition | null) => void;
}

const pickOf = ({ value, count }: RecordedChoice): Pick => ({ id: value, label: value, count });

/** A path that was never recorded, for a page that is not published yet. */
const customPath = (text: string): Pick | null =>
  text.startsWith("/") && !/\s/.test(text) ? { id: text, label: text, count: 0 } : null;

const MATCHES = {
  is: "Exactly this page",
  "starts with": "All pages below",
  contains: "All pages with this in their path",
};

function PageFields({
  condition,
  pages,
  onChange,
}: FieldsProps<"page"> & { pages: readonly RecordedChoice[] }) {
  const { match, path } = condition ?? { match: "is" as const, path: null };
  const set = (changes: Partial<OfKind<"page">>) =>
    onChange({ kind: "page", match, path: path ?? "/", ...changes });
  return (
    <>
      <SelectField
        label="Pages"
        value={match}
        choices={PAGE_MATCHES.map((each) => [each, MATCHES[each]] as const)}
        onChange={({ target }) => set({ match: PAGE_MATCHES.find((each) => each === target.value) ?? "is" })}
      />
      {match === "contains" ? (
        <Field
          label="Part of the path"
          value={path ?? ""}
          maxLength={2000}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => (target.value === "" ? onChange(null) : set({ path: target.value }))}
        />
      ) : (
        <PickList
          legend="Page"
          value={path}
          picks={pages.map(pickOf)}
          none="No page was viewed in the last 30 days. Search for a path such as /pricing to use it anyway."
          custom={customPath}
          onPick={(picked) => set({ path: picked })}
        />
      )}
    </>
  );
}

const STEPS = [
  ["sent", "Sends it"],
  ["started", "Starts to fill it in"],
] as const;

const FORMS = ["demo", "sales", "sign-up"] as const;

function FormFields({
  condition,
  forms,
  onChange,
}: FieldsProps<"form"> & { forms: readonly RecordedChoice[] }) {
  const { step, form } = condition ?? { step: "sent" as const, form: null };
  const set = (changes: Partial<OfKind<"form">>) => onChange({ kind: "form", step, form, ...changes });
  const countOf = (name: string) => forms.find(({ value }) => value === name)?.count ?? 0;
  return (
    <>
      <SelectField
        label="What the visitor does"
        value={step}
        choices={STEPS}
        onChange={({ target }) => set({ step: target.value === "started" ? "started" : "sent" })}
      />
      <PickList
        legend="Form"
        value={form ?? ""}
        picks={[
          { id: "", label: "Any form", count: null },
          ...FORMS.map((name) => ({
            id: name,
            label: `${capitalize(formName(name))} form`,
            count: countOf(name),
          })),
        ]}
        none=""
        onPick={(id) => set({ form: FORMS.find((name) => name === id) ?? null })}
      />
    </>
  );
}

function OldClick({ condition }: { condition: OfKind<"button"> | null }) {
  if (!condition) return null;
  return (
    <p className="text-ink-muted">
      {describeCondition(condition)}. To count it in every language and place, choose “Clicks a button or
      link”.
    </p>
  );
}

function ElementFields({
  condition,
  elements,
  onChange,
}: FieldsProps<"element"> & { elements: GoalChoicesResponse["elements"] }) {
  const pages = elements.find(({ selector }) => selector === condition?.selector)?.pages ?? [];
  return (
    <>
      <PickList
        legend="Element"
        value={condition?.selector ?? null}
        picks={elements.map(({ selector, count, pages }) => ({
          id: selector,
          label: describeSelector(selector),
          note: selector,
          keywords: pages.map(({ value }) => value),
          count,
        }))}
        none="No element was clicked in the last 30 days. Clicks are recorded for heatmaps."
        onPick={(selector) => onChange({ kind: "element", path: "", selector })}
      />
      {condition && (
        <PageOrAny path={condition.path} pages={pages} onPick={(path) => onChange({ ...condition, path })} />
      )}
      <p className="text-ink-muted text-xs">
        These clicks name their visitor only as long as recordings are kept, so older ones don't count.
      </p>
    </>
  );
}

const ANY_PAGE: Pick = { id: "", label: "Any page", count: null };

interface PageOrAnyProps {
  /** "" for any page. */
  path: string;
  pages: readonly RecordedChoice[];
  onPick: (path: string) => void;
}

function PageOrAny({ path, pages, onPick }: PageOrAnyProps) {
  return (
    <PickList legend="Page" value={path} picks={[ANY_PAGE, ...pages.map(pickOf)]} none="" onPick={onPick} />
  );
}

interface AmountFieldsProps {
  label: string;
  hint: string;
  amount: number;
  max: number;
  path: string;
  pages: readonly RecordedChoice[];
  /** Called with null for anything but a whole number from 1 to `max`. */
  onAmount: (amount: number | null) => void;
  onPick: (path: string) => void;
}

/** How much of a page, and of which one. */
function AmountFields({ amount, max, path, pages, onAmount, onPick, ...field }: AmountFieldsProps) {
  return (
    <>
      <Field
        {...field}
        type="number"
        min={1}
        max={max}
        step={1}
        required
        defaultValue={amount}
        onChange={({ target }) => {
          const number = target.valueAsNumber;
          onAmount(Number.isInteger(number) && number >= 1 && number <= max ? number : null);
        }}
      />
      <PageOrAny path={path} pages={pages} onPick={onPick} />
    </>
  );
}
