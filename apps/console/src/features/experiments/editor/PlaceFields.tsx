import { useQuery } from "@tanstack/react-query";
import { api } from "../../../shared/api.ts";
import { Field } from "../../../shared/Field.tsx";
import { SelectField } from "../../../shared/SelectField.tsx";
import { FlagChoice } from "./FlagChoice.tsx";
import type { PartProps } from "./form.types.ts";
import { KindField } from "./KindField.tsx";
import { ProblemAt } from "./Problems.tsx";
import { Section } from "./Section.tsx";
import { emptyValue } from "./settle.ts";

/** Which page, path or flag differs between visitors. */
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
    <Section title="What varies">
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
  const pages = useQuery({ queryKey: ["page-texts"], queryFn: api.pageTexts });
  const choices = (pages.data?.pages ?? []).map(
    (each) => [each.page, `${each.page} (${each.path})`] as const,
  );
  return (
    <div>
      <SelectField
        label="Page"
        required
        hint="Texts of another page are other texts: changing the page empties the variations."
        choices={[["", pages.isError ? "The pages could not be read" : "Choose a page"], ...choices]}
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
        title="A path of this site that starts with a slash"
        placeholder="/pricing"
        hint="Visitors who ask for it take part; the control stays there."
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
