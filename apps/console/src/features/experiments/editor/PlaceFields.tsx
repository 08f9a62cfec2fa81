import { CONTENT_TITLES, EXPERIMENT_KINDS, type ExperimentKind } from "@marquee/contract";
import { Field, SelectField } from "@marquee/ui";
import { useId } from "react";
import { useRoute } from "../../../shared/api/useRoute.ts";
import { KIND_NAMES } from "../experimentTexts.ts";
import { emptyValue } from "./experimentDefinition.ts";
import { FlagChoice } from "./FlagChoice.tsx";
import { type PartProps, ProblemAt, Section } from "./FormSection.tsx";

const TEXTS: Record<ExperimentKind, string> = {
  content: "Change the texts and sections of a page. No deployment needed.",
  redirect: "Send some visitors of a path to another page.",
  flag: "Change a flag's value for code that reads it.",
};

interface KindFieldProps {
  kind: ExperimentKind;
  onChange: (kind: ExperimentKind) => void;
}

/** The page, path or flag that differs between variations. */
export function PlaceFields(props: PartProps) {
  const { definition, set } = props;
  const { kind, variations } = definition;
  const changeKind = (next: typeof kind) => {
    const value = emptyValue({ kind: next });
    set({
      kind: next,
      page: "",
      flag: "",
      variations: variations.map((variation) => ({ ...variation, value })),
    });
  };
  return (
    <Section title="Target">
      <div>
        <KindField kind={kind} onChange={changeKind} />
        <ProblemAt place="kind" />
      </div>
      {kind === "content" && <PageChoice {...props} />}
      {kind === "redirect" && <OriginalPath {...props} />}
      {kind === "flag" && <FlagChoice {...props} />}
    </Section>
  );
}

function PageChoice({ definition: { page, variations }, set }: PartProps) {
  const pages = useRoute("GET /page-texts");
  const choices = (pages.data?.pages ?? []).map(
    (each) => [each.page, `${CONTENT_TITLES[each.page] ?? each.page} (${each.path})`] as const,
  );
  return (
    <div>
      <SelectField
        label="Page"
        required
        hint="Changing the page clears the variations."
        choices={[["", pages.isError ? "Pages could not be loaded" : "Choose a page"], ...choices]}
        value={page}
        onChange={({ target }) =>
          set({
            page: target.value,
            variations: variations.map((variation) => ({ ...variation, value: {} })),
          })
        }
      />
      <ProblemAt place="page" />
      <ProblemAt place="flag" />
    </div>
  );
}

function OriginalPath({ definition: { page }, set }: PartProps) {
  return (
    <div>
      <Field
        label="Original path"
        required
        pattern="/.*"
        title="Enter a path that starts with a slash."
        placeholder="/pricing"
        hint="Visitors of this path take part. The control stays on it."
        value={page}
        spellCheck={false}
        onChange={({ target }) => set({ page: target.value })}
      />
      <ProblemAt place="page" />
      <ProblemAt place="flag" />
      <ProblemAt place="variations.0.value" />
    </div>
  );
}

/** The experiment types, each with an explanation. */
function KindField({ kind, onChange }: KindFieldProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="font-medium">Type</legend>
      <div className="mt-1.5 grid gap-2 sm:grid-cols-3">
        {EXPERIMENT_KINDS.toReversed().map((each) => (
          <label
            key={each}
            className="flex gap-2.5 rounded-md border border-hairline p-3 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={name}
              checked={each === kind}
              onChange={() => onChange(each)}
              className="mt-0.5 size-4 shrink-0 accent-[var(--accent)]"
            />
            <span>
              <span className="block font-medium">{KIND_NAMES[each]}</span>
              <span className="block text-ink-muted text-xs">{TEXTS[each]}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
