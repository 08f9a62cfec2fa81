import { cutText, plainLetters } from "@marquee/contract";
import { Field, TextAreaField } from "@marquee/ui";
import { useState } from "react";
import { type PartProps, ProblemAt, Section } from "./FormSection.tsx";

const KEY_MAX_LENGTH = 60;

/** Reserved keys: `/experiments/new` is the form for a new experiment. */
const TAKEN = new Set(["new"]);

const KEY = /^[a-z0-9][a-z0-9-]{0,59}$/;

/** Name, key and hypothesis. The key follows the name until it is edited. */
export function BasicsFields({ definition, set, isNew }: PartProps & { isNew: boolean }) {
  const { name, key, hypothesis } = definition;
  const [isKeyOwn, setKeyOwn] = useState(false);
  const setName = (value: string) =>
    set({ name: value, ...(isNew && !isKeyOwn ? { key: keyFromName(value) } : {}) });
  return (
    <Section title="Basics">
      <div className="grid gap-5 sm:grid-cols-2">
        <div>
          <Field
            label="Name"
            required
            maxLength={120}
            value={name}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
          <ProblemAt place="name" />
        </div>
        {isNew && (
          <div>
            <Field
              label="Key"
              required
              hint="Used in events and links. Lowercase letters, digits and dashes; must start with a letter or digit. You can't change it later."
              problem={keyProblem(key)}
              value={key}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => {
                setKeyOwn(target.value !== "");
                set({ key: target.value });
              }}
            />
            <ProblemAt place="key" />
          </div>
        )}
      </div>
      <div>
        <TextAreaField
          label="Hypothesis"
          hint="If we … then … because …"
          // The link of an experiment without a hypothesis leads here.
          autoFocus={location.hash === "#hypothesis"}
          rows={3}
          maxLength={2000}
          value={hypothesis}
          onChange={({ target }) => set({ hypothesis: target.value })}
        />
        <ProblemAt place="hypothesis" />
      </div>
    </Section>
  );
}

/** A key derived from a name: lowercase letters, digits and dashes. Empty if the name contains none. */
export function keyFromName(name: string): string {
  const words = plainLetters(name).replace(/[^a-z0-9]+/g, "-");
  const key = cutText(words, KEY_MAX_LENGTH).replace(/^-+|-+$/g, "");
  return TAKEN.has(key) ? `${key}-experiment` : key;
}

/** The error message for a key. Empty if it is valid, or still empty. */
export function keyProblem(key: string): string {
  if (key !== "" && !KEY.test(key)) {
    return key.length > KEY_MAX_LENGTH
      ? `Use at most ${KEY_MAX_LENGTH} characters.`
      : "Use lowercase letters, digits and dashes, and start with a letter or digit.";
  }
  return TAKEN.has(key) ? `“${key}” is reserved. Choose another key.` : "";
}
