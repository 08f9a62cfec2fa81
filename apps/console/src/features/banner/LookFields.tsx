import { Switch } from "../../shared/form/Switch.tsx";
import type { BannerFieldsProps } from "./bannerFields.types.ts";
import { IconPicker } from "./IconPicker.tsx";

const SWITCHES = [
  ["showOnMobile", "Show on phones", "Below 800 px it is hidden otherwise."],
  ["isDarkMode", "Dark", "Night, in either theme of the page."],
  ["isHighContrast", "High contrast", "For news that must not be missed."],
  ["fullyClickableUrl", "The whole banner is the link", "Not only its label."],
] as const;

/** How it looks and behaves. */
export function LookFields({ config, onChange }: BannerFieldsProps) {
  return (
    <section className="grid gap-4 border-hairline border-t pt-5">
      <h2 className="font-semibold">How it looks</h2>
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
