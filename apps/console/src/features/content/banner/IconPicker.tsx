import { ICONS } from "@marquee/ui";
import { Ban } from "lucide-react";
import { useId } from "react";

interface IconPickerProps {
  legend: string;
  /** Icon name, or "" for none. */
  value: string;
  onChange: (name: string) => void;
}

const CHOICES = [
  ["", "none", Ban] as const,
  ...Object.entries(ICONS).map(([name, Icon]) => [name, name, Icon] as const),
];

/** Chooses an icon of the site. */
export function IconPicker({ legend, value, onChange }: IconPickerProps) {
  const group = useId();
  return (
    <fieldset>
      <legend className="font-medium">{legend}</legend>
      <div className="mt-1.5 flex flex-wrap gap-1">
        {CHOICES.map(([name, label, Icon]) => (
          <label key={name} title={label}>
            <input
              type="radio"
              name={group}
              aria-label={label}
              checked={name === value}
              onChange={() => onChange(name)}
              className="peer sr-only"
            />
            <span className="grid size-9 place-items-center rounded-sm border border-hairline text-ink-muted hover:text-ink peer-checked:border-accent peer-checked:bg-accent-soft peer-checked:text-accent-strong peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-focus-visible:outline-offset-2">
              <Icon aria-hidden="true" className="size-4" />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
