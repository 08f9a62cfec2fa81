import { useState } from "react";

export type Theme = "system" | "light" | "dark";

const KEY = "marquee_console_theme";
const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };

function readTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}

function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

applyTheme(readTheme());

/** The selected theme, and a function that switches to the next: system, light, dark. */
export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState(readTheme);
  const next = () => {
    const chosen = NEXT[theme];
    localStorage.setItem(KEY, chosen);
    applyTheme(chosen);
    setTheme(chosen);
  };
  return [theme, next];
}
