import { ICONS } from "@marquee/ui";
import { Ban } from "lucide-react";
import { useId } from "react";
import { Switch } from "../../shared/form/Switch.tsx";
import type { BannerFieldsProps } from "./bannerProblems.ts";

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

const SWITCHES = [
  ["showOnMobile", "Show on phones", "Otherwise the banner is hidden below 800 px."],
  ["isDarkMode", "Dark", "Dark colors in both page themes."],
  ["isHighContrast", "High contrast", "For critical announcements."],
  ["fullyClickableUrl", "Make the whole banner a link", "Otherwise only the label is a link."],
] as const;

/** The banner's icons, colors and behavior. */
export function LookFields({ config, onChange }: BannerFieldsProps) {
  return (
    <section className="grid gap-4 border-hairline border-t pt-5">
      <h2 className="font-semibold">Appearance</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <IconPicker
          legend="Icon before the text"
          value={config.iconStart}
          onChange={(iconStart) => onChange({ iconStart })}
        />
        <IconPicker
          legend="Icon after the link"
          value={config.iconEnd}
          onChange={(iconEnd) => onChange({ iconEnd })}
        />
      </div>
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {SWITCHES.map(([name, label, hint]) => (
          <div key={name}>
            <Switch label={label} isOn={config[name]} onChange={(isOn) => onChange({ [name]: isOn })} />
            <p className="pl-11.5 text-ink-muted text-xs">{hint}</p>
          </div>
        ))}
      </div>
    </section>
  );
}

function IconPicker({ legend, value, onChange }: IconPickerProps) {
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
