import { useId } from "react";
import type { CheckedFieldsProps } from "./bannerProblems.ts";

interface CheckedFieldProps {
  label: string;
  value: string;
  maxLength: number;
  placeholder?: string;
  /** Error that blocks submission. */
  problem: string | undefined;
  /** Whether the error is visible yet. */
  isShown: boolean;
  onChange: (value: string) => void;
}

/** Banner text and link. */
export function TextFields({ config, problems, shown, onChange }: CheckedFieldsProps) {
  const { text, badgeText, link } = config;
  return (
    <section className="grid gap-4 border-hairline border-t pt-5">
      <h2 className="font-semibold">Content</h2>
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

/** A text input with its validation error. */
function CheckedField(props: CheckedFieldProps) {
  const { label, value, maxLength, placeholder, problem, isShown, onChange } = props;
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      <input
        id={id}
        ref={(element) => element?.setCustomValidity(problem ?? "")}
        value={value}
        maxLength={maxLength}
        placeholder={placeholder}
        autoComplete="off"
        aria-invalid={isShown || undefined}
        aria-describedby={isShown ? `${id}-problem` : undefined}
        onChange={({ target }) => onChange(target.value)}
        className="mt-1.5 h-10 w-full rounded-sm border border-control bg-surface px-3 placeholder:text-ink-muted disabled:opacity-60 aria-[invalid]:border-clay"
      />
      {isShown && (
        <p id={`${id}-problem`} className="mt-1 text-clay text-xs">
          {problem}
        </p>
      )}
    </div>
  );
}
