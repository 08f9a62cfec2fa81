import type { ExperimentDefinition, Json, Variation } from "@marquee/contract";
import { Field } from "@marquee/ui";
import { useRoute } from "../../../shared/api/useRoute.ts";
import { ValueField } from "../../../shared/form/ValueField.tsx";
import { Skeleton } from "../../../shared/ui/states.tsx";
import { ContentEditor } from "./content/ContentEditor.tsx";

interface VariationValueProps {
  definition: ExperimentDefinition;
  variation: Variation;
  isControl: boolean;
  onChange: (value: Json) => void;
}

/** The value of a variation, by experiment type. The control shows the current page or path. */
export function VariationValue(props: VariationValueProps) {
  const { definition, isControl } = props;
  const { kind, page, flag } = definition;
  if (kind === "flag") return flag === "" ? null : <FlagValue {...props} />;
  if (isControl) {
    return (
      <p className="mt-3 text-ink-muted">
        {kind === "content" ? "The original page." : `Stays on ${page || "the original path"}.`}
      </p>
    );
  }
  if (kind === "content") {
    return page === "" ? (
      <p className="mt-3 text-ink-muted">Choose a page above to edit its text.</p>
    ) : (
      // The key discards what was typed for another page.
      <ContentEditor key={page} page={page} {...props} />
    );
  }
  return <TargetPath {...props} />;
}

function TargetPath({ variation: { name, value }, onChange }: VariationValueProps) {
  return (
    <div className="mt-3">
      <Field
        label={`Path of ${name}`}
        required
        pattern="/.*"
        title="Enter a path that starts with a slash."
        placeholder="/lp/teams/project-management"
        value={typeof value === "string" ? value : ""}
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

function FlagValue({ definition, variation: { name, value }, onChange }: VariationValueProps) {
  const flags = useRoute("GET /flags");
  const flag = flags.data?.flags.find((flag) => flag.definition.key === definition.flag);
  if (flags.isPending) return <Skeleton className="mt-3 h-10" />;
  if (!flag) return <p className="mt-3 text-clay">The flag {definition.flag} no longer exists.</p>;
  return (
    <div className="mt-3">
      {/* The key resets the field, since another flag may have another type. */}
      <ValueField
        key={definition.flag}
        label={`Value of ${name}`}
        type={flag.definition.type}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
