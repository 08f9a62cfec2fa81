import type { Json } from "@marquee/contract";
import type { ContentField } from "@marquee/contract/schema";
import { LinesField, Switch } from "@marquee/ui";
import { type ReactNode, useId } from "react";
import { ScheduleFields } from "../../../shared/form/ScheduleFields.tsx";
import { ContentInput, FieldState } from "../FieldForm.tsx";
import type { ContentDraft } from "../useContentDraft.ts";
import { IconPicker } from "./IconPicker.tsx";

interface BannerFormProps {
  /** Everything but the texts. */
  settings: ContentDraft;
  /** The texts in the chosen language. */
  texts: ContentDraft;
  mayEdit: boolean;
  /** Chooses the language. */
  languages: ReactNode;
}

const LOOKS = ["showOnMobile", "isDarkMode", "isHighContrast", "fullyClickableUrl"];

/** All fields of the banner, saved in the draft as they are typed. */
export function BannerForm({ settings, texts, mayEdit, languages }: BannerFormProps) {
  const rest = { edited: settings, mayEdit };
  return (
    <fieldset disabled={!mayEdit} className="grid min-w-0 gap-8">
      <Group title="Visibility">
        <SwitchInput name="isShown" {...rest} />
        <Schedule {...rest} />
      </Group>
      <Group title="Texts">
        {languages}
        {texts.query.data?.fields.map((field) => (
          <ContentInput
            key={field.pointer}
            field={field}
            edited={texts}
            mayEdit={mayEdit}
            source={texts.query.data?.source ?? {}}
            onFocus={() => undefined}
          />
        ))}
      </Group>
      <Group title="Link and pages">
        <TextInput name="href" {...rest} />
        <div className="grid gap-4 sm:grid-cols-2">
          <PathsInput name="paths" {...rest} />
          <PathsInput name="excludedPaths" {...rest} />
        </div>
      </Group>
      <Group title="Appearance">
        <div className="grid gap-4 sm:grid-cols-2">
          <IconInput name="iconStart" {...rest} />
          <IconInput name="iconEnd" {...rest} />
        </div>
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
          {LOOKS.map((name) => (
            <SwitchInput key={name} name={name} {...rest} />
          ))}
        </div>
      </Group>
    </fieldset>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 gap-4 border-hairline border-t pt-5 first:border-t-0 first:pt-0"
    >
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

interface InputProps {
  name: string;
  edited: ContentDraft;
  mayEdit: boolean;
}

/** A field of the banner; undefined until it is read. */
function fieldIn(edited: ContentDraft, name: string): ContentField | undefined {
  return edited.query.data?.fields.find(({ pointer }) => pointer === `/${name}`);
}

interface MarkedProps extends InputProps {
  children: (field: ContentField, about: string) => ReactNode;
}

/** An input with its problem, its published value, and a mark if the values differ. */
function Marked({ name, edited, mayEdit, children }: MarkedProps) {
  const id = useId();
  const field = fieldIn(edited, name);
  if (!field) return null;
  const isChanged = JSON.stringify(edited.read(field)) !== JSON.stringify(field.value);
  return (
    <div
      data-pointer={field.pointer}
      tabIndex={-1}
      className={`min-w-0 border-l-2 pl-3 ${isChanged ? "border-sun" : "border-transparent"}`}
    >
      {children(field, id)}
      <FieldState id={id} field={field} edited={edited} mayEdit={mayEdit} />
    </div>
  );
}

function TextInput({ name, edited, mayEdit }: InputProps) {
  const field = fieldIn(edited, name);
  if (!field) return null;
  return (
    <ContentInput field={field} edited={edited} mayEdit={mayEdit} source={{}} onFocus={() => undefined} />
  );
}

function SwitchInput(props: InputProps) {
  const { edited } = props;
  return (
    <Marked {...props}>
      {(field, about) => (
        <>
          <Switch
            label={field.label}
            isOn={edited.read(field) === true}
            describedBy={about}
            onChange={(isOn) => edited.type(field.pointer, isOn)}
          />
          <p className="pl-11.5 text-ink-muted text-xs">{field.hint}</p>
        </>
      )}
    </Marked>
  );
}

function IconInput(props: InputProps) {
  const { edited } = props;
  return (
    <Marked {...props}>
      {(field) => (
        <IconPicker
          legend={field.label}
          value={String(edited.read(field) ?? "")}
          onChange={(icon) => edited.type(field.pointer, icon)}
        />
      )}
    </Marked>
  );
}

function PathsInput(props: InputProps) {
  const { edited } = props;
  return (
    <Marked {...props}>
      {(field) => (
        <LinesField
          label={field.label}
          hint={field.hint ?? ""}
          lines={linesOf(edited.read(field))}
          onChange={(lines) => edited.type(field.pointer, lines)}
        />
      )}
    </Marked>
  );
}

function linesOf(value: Json): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Start and end, as the content has them: ISO 8601 in UTC. */
function Schedule({ edited, mayEdit }: Omit<InputProps, "name">) {
  const [from, until] = [fieldIn(edited, "from"), fieldIn(edited, "until")];
  if (!from || !until) return null;
  const timeOf = (field: ContentField) => {
    const time = Date.parse(String(edited.read(field)));
    return Number.isNaN(time) ? null : time;
  };
  const type = (field: ContentField, time: number | null) =>
    edited.type(field.pointer, time === null ? null : new Date(time).toISOString().replace(".000Z", "Z"));
  return (
    <div className="min-w-0 pl-3">
      <ScheduleFields
        from={timeOf(from)}
        to={timeOf(until)}
        onChange={(change) => {
          if (change.from !== undefined) type(from, change.from);
          if (change.to !== undefined) type(until, change.to);
        }}
      />
      {[from, until].map((field) => (
        <FieldState
          key={field.pointer}
          id={`banner${field.pointer}`}
          field={field}
          caption={`Published as ${field.label.toLowerCase()}`}
          edited={edited}
          mayEdit={mayEdit}
        />
      ))}
    </div>
  );
}
