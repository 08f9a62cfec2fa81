import { ExternalLink, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { itemStyles } from "./itemStyles.ts";
import { useTheme } from "./theme.ts";

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon };

/** What belongs to the person rather than to a screen. */
export function AccountActions({ email, onSignOut }: { email: string; onSignOut: () => void }) {
  const [theme, next] = useTheme();
  const ThemeIcon = THEME_ICONS[theme];
  return (
    <div className="grid gap-0.5 border-hairline md:border-t md:pt-3">
      <a href="/" className={itemStyles}>
        <ExternalLink aria-hidden="true" className="size-4" />
        Open the site
      </a>
      <button type="button" onClick={next} className={itemStyles} title="Change the theme">
        <ThemeIcon aria-hidden="true" className="size-4" />
        Theme: {theme}
      </button>
      <button type="button" onClick={onSignOut} className={itemStyles} title={`Signed in as ${email}`}>
        <LogOut aria-hidden="true" className="size-4" />
        Sign out
      </button>
    </div>
  );
}
