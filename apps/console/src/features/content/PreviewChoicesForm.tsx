import {
  ATTRIBUTE_CATALOG,
  capitalize,
  flagValueText,
  isBooleanAttribute,
  type Json,
  type Locale,
  localeOfPath,
  localizePath,
  shortenText,
  type TargetingAttribute,
} from "@marquee/contract";
import { type FlagState, PREVIEW_ATTRIBUTES, type PreviewChoices } from "@marquee/contract/schema";
import clsx from "clsx";
import { ChevronRight } from "lucide-react";
import { FilterSelect, FilterText } from "../../shared/filters/filters.tsx";
import { fromLocalInput, LocalTimeField, toLocalInput } from "../../shared/form/ScheduleFields.tsx";
import type { PreviewState } from "../../shared/preview/previewState.ts";
import { LANGUAGE_CHOICES } from "./contentTexts.ts";
import {
  contentChoices,
  contentKey,
  contentOf,
  type PreviewOffers,
  pageChoices,
  pageOf,
} from "./previewOffers.ts";

interface PreviewChoicesFormProps {
  state: PreviewState;
  offers: PreviewOffers;
  /** Whether it stands beside another one. */
  isNarrow: boolean;
  onChange: (state: PreviewState) => void;
}

/** Page, language, content and date; the visitor, flags and variations in an expandable part. */
export function PreviewChoicesForm({ state, offers, isNarrow, onChange }: PreviewChoicesFormProps) {
  const { path, choices } = state;
  const locale = localeOfPath(path);
  const change = (next: Partial<Record<keyof PreviewChoices, unknown>>) =>
    onChange({ path, choices: withoutNothing({ ...choices, ...next }) });
  return (
    <div className="grid gap-3">
      <div className={clsx("grid grid-cols-2 gap-3", !isNarrow && "lg:grid-cols-4")}>
        <FilterSelect
          label="Page"
          all="Home"
          value={pageOf(path, locale) === "/" ? "" : pageOf(path, locale)}
          choices={pageChoices(offers.items, pageOf(path, locale))}
          onChange={(page) => onChange({ path: localizePath(page || "/", locale), choices })}
        />
        <FilterSelect
          label="Language"
          all="English"
          value={locale === "en" ? "" : locale}
          choices={LANGUAGE_CHOICES.filter(([each]) => each !== "en")}
          onChange={(next) =>
            onChange({ path: localizePath(pageOf(path, locale), (next || "en") as Locale), choices })
          }
        />
        <FilterSelect
          label="Content"
          all="Published on that date"
          value={contentKey(choices)}
          choices={contentChoices(offers, choices)}
          onChange={(key) => change(contentOf(key))}
        />
        <LocalTimeField
          label="Date"
          value={toLocalInput(choices.at ?? null)}
          onChange={(text) => change({ at: fromLocalInput(text) ?? undefined })}
        />
      </div>
      <details className="group">
        <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 rounded-sm font-medium">
          <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
          Visitor, flags and experiments
        </summary>
        <div className="mt-3 grid gap-5 border-hairline border-l-2 pl-4">
          <VisitorFields choices={choices} onChange={change} />
          <FlagFields choices={choices} offers={offers} onChange={change} />
        </div>
      </details>
    </div>
  );
}

type ChangeChoices = (change: Partial<Record<keyof PreviewChoices, unknown>>) => void;

const GRID = "grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] items-end gap-3";
const SIZES = ["isPhoneSize", "isTabletSize", "isDesktopSize"] as const;
/** Three attributes describe the window's size, so one choice sets all of them. */
const SIZE_CHOICES = [
  ["isPhoneSize", "Phone"],
  ["isTabletSize", "Tablet"],
  ["isDesktopSize", "Desktop"],
] as const;
/** Attributes with few values. */
const CLOSED: readonly TargetingAttribute[] = ["device", "browser", "audience"];

function VisitorFields({ choices, onChange }: { choices: PreviewChoices; onChange: ChangeChoices }) {
  const { attributes = {}, isMeasured = false } = choices;
  const set = (changed: Record<string, string | boolean | undefined>) => {
    const next = Object.entries({ ...attributes, ...changed }).filter(
      ([, value]) => value !== undefined && value !== "",
    );
    // Of a visitor who is not measured, only the country and the audience are known.
    const needsConsent = next.some(([name]) => name !== "country" && name !== "audience");
    onChange({
      attributes: next.length > 0 ? Object.fromEntries(next) : undefined,
      ...(needsConsent && { isMeasured: true }),
    });
  };
  const size = SIZES.find((name) => attributes[name] === true) ?? "";
  const otherAttributes = PREVIEW_ATTRIBUTES.filter((name) => !(SIZES as readonly string[]).includes(name));
  return (
    <fieldset className={GRID}>
      <legend className="mb-2 font-medium">Visitor</legend>
      <FilterSelect
        label="Measurement"
        all="New, not measured"
        value={isMeasured ? "measured" : ""}
        choices={[["measured", "Measured, with consent"]]}
        onChange={(value) =>
          onChange(
            value
              ? { isMeasured: true }
              : { isMeasured: undefined, variations: undefined, attributes: regional(attributes) },
          )
        }
      />
      <FilterSelect
        label="Window"
        all="Unknown"
        value={size}
        choices={SIZE_CHOICES}
        onChange={(chosen) =>
          set(Object.fromEntries(SIZES.map((name) => [name, chosen ? name === chosen : undefined])))
        }
      />
      {otherAttributes.map((name) => {
        const { examples, title } = ATTRIBUTE_CATALOG[name];
        const value = attributes[name];
        const text = value === undefined ? "" : String(value);
        const label = title.includes("_") ? title : capitalize(title);
        return CLOSED.includes(name) || isBooleanAttribute(name) ? (
          <FilterSelect
            key={name}
            label={label}
            all={name === "audience" ? "Visitor" : "Unknown"}
            value={text}
            choices={examples
              .filter((example) => example !== "visitor")
              .map((example) => [
                example,
                isBooleanAttribute(name) ? (example === "true" ? "Yes" : "No") : capitalize(example),
              ])}
            onChange={(next) => set({ [name]: next && isBooleanAttribute(name) ? next === "true" : next })}
          />
        ) : (
          <FilterText
            key={name}
            label={label}
            placeholder={examples[0]}
            value={text}
            onChange={(next) => set({ [name]: name === "country" ? next.toUpperCase() : next })}
          />
        );
      })}
      <FilterSelect
        label="Banner"
        all="Not dismissed"
        value={choices.hasDismissedBanner ? "dismissed" : ""}
        choices={[["dismissed", "Dismissed"]]}
        onChange={(value) => onChange({ hasDismissedBanner: value !== "" })}
      />
    </fieldset>
  );
}

/** The attributes that are known about a visitor who is not measured. */
function regional({ country, audience }: NonNullable<PreviewChoices["attributes"]>) {
  return country || audience ? { ...(country && { country }), ...(audience && { audience }) } : undefined;
}

interface FlagFieldsProps {
  choices: PreviewChoices;
  offers: PreviewOffers;
  onChange: ChangeChoices;
}

function FlagFields({ choices, offers, onChange }: FlagFieldsProps) {
  const { flags = {}, variations = {} } = choices;
  const offered = offers.flags.filter(({ definition }) => !definition.isArchived);
  const experiments = offers.experiments.filter(({ state }) => state !== "stopped");
  return (
    <>
      {offered.length > 0 && (
        <fieldset className={GRID}>
          <legend className="mb-2 font-medium">Flags</legend>
          {offered.map(({ definition: { key, ...definition } }) => (
            <FilterSelect
              key={key}
              label={key}
              all="By its rules"
              value={Object.hasOwn(flags, key) ? JSON.stringify(flags[key]) : ""}
              choices={valuesOf(definition, flags[key] as Json | undefined).map((value) => [
                JSON.stringify(value),
                shortenText(flagValueText(value), MAX_VALUE_LENGTH),
              ])}
              onChange={(text) =>
                onChange({ flags: changed(flags, key, text === "" ? undefined : JSON.parse(text)) })
              }
            />
          ))}
        </fieldset>
      )}
      {experiments.length > 0 && (
        <fieldset className={GRID}>
          <legend className="mb-2 font-medium">Experiments</legend>
          {experiments.map(({ definition: { key, name, variations: offered }, state }) => (
            <FilterSelect
              key={key}
              label={state === "draft" ? `${name} (not started)` : name}
              all={state === "draft" ? "Not started" : "As assigned"}
              value={variations[key] ?? ""}
              choices={offered.map((variation) => [variation.key, variation.name])}
              onChange={(chosen) =>
                onChange({
                  variations: changed(variations, key, chosen || undefined),
                  ...(chosen && { isMeasured: true }),
                })
              }
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

const MAX_VALUE_LENGTH = 60;

/** Every value that a flag can have: its default, those of its rules, and both values of a switch. */
function valuesOf(
  { type, defaultValue, rules }: Pick<FlagState["definition"], "type" | "defaultValue" | "rules">,
  chosen: Json | undefined,
): Json[] {
  const values = [
    ...(type === "boolean" ? [true, false] : []),
    defaultValue,
    ...rules.map(({ value }) => value),
    ...(chosen === undefined ? [] : [chosen]),
  ];
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function changed<Value>(before: Record<string, Value>, key: string, value: Value | undefined) {
  const { [key]: _replaced, ...rest } = before;
  return value === undefined ? rest : { ...rest, [key]: value };
}

function withoutNothing(choices: Partial<Record<keyof PreviewChoices, unknown>>): PreviewChoices {
  return Object.fromEntries(
    Object.entries(choices).filter(([, value]) => value !== undefined),
  ) as PreviewChoices;
}
