import type { CheckedFieldsProps } from "./bannerFields.types.ts";
import { CheckedField } from "./CheckedField.tsx";

/** What it says and where it leads. */
export function TextFields({ config, problems, shown, onChange }: CheckedFieldsProps) {
  const { text, badgeText, link } = config;
  return (
    <section className="grid gap-4 border-hairline border-t pt-5">
      <h2 className="font-semibold">What it says</h2>
      <CheckedField
        label="Text"
        maxLength={300}
        value={text}
        problem={problems.text}
        isShown={shown.text !== undefined}
        onChange={(given) => onChange({ text: given })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <CheckedField
          label="Link address"
          maxLength={2000}
          placeholder="/pricing"
          value={link.href}
          problem={problems.href}
          isShown={shown.href !== undefined}
          onChange={(href) => onChange({ link: { ...link, href } })}
        />
        <CheckedField
          label="Link label"
          maxLength={80}
          value={link.children}
          problem={problems.label}
          isShown={shown.label !== undefined}
          onChange={(children) => onChange({ link: { ...link, children } })}
        />
      </div>
      <CheckedField
        label="Badge before the text"
        maxLength={40}
        placeholder="None"
        value={badgeText}
        problem={undefined}
        isShown={false}
        onChange={(given) => onChange({ badgeText: given })}
      />
    </section>
  );
}
