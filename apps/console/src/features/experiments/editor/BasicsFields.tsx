import { useState } from "react";
import { Field } from "../../../shared/form/Field.tsx";
import { TextAreaField } from "../../../shared/form/TextAreaField.tsx";
import type { PartProps } from "./form.types.ts";
import { keyFromName, keyProblem } from "./keyFromName.ts";
import { ProblemAt } from "./Problems.tsx";
import { Section } from "./Section.tsx";

/** What it is called and what is expected of it. The key follows the name until somebody writes another. */
export function BasicsFields({ definition, set, isNew }: PartProps & { isNew: boolean }) {
  const { name, key, hypothesis } = definition;
  const [isKeyOwn, setKeyOwn] = useState(false);
  const setName = (value: string) =>
    set({ name: value, ...(isNew && !isKeyOwn ? { key: keyFromName(value) } : {}) });
  return (
    <Section title="What and why">
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
              hint="Names it in events and links: small letters, digits and dashes, beginning with a letter or digit. It never changes once saved."
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
          // Where the link of an experiment that lacks it leads.
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
