import type { Locale } from "@marquee/contract";
import type shellEnglish from "../../../../content/copy/en/shell.json";

export type ShellCopy = typeof shellEnglish;

const copyFiles = import.meta.glob<unknown>("../../../../content/copy/*/*.json", { import: "default" });

/**
 * The texts of one page in one language.
 * @throws Error naming the missing file, when there is none.
 */
export async function loadCopy(name: string, locale: Locale): Promise<unknown> {
  const file = `content/copy/${locale}/${name}.json`;
  const load = copyFiles[`../../../../${file}`];
  if (!load) throw new Error(`${file} is missing: write it with the keys of content/copy/en/${name}.json.`);
  return load();
}

/** `copy.test.ts` holds every locale's file to the keys of the English one, which is what this cast relies on. */
export async function loadShellCopy(locale: Locale): Promise<ShellCopy> {
  return (await loadCopy("shell", locale)) as ShellCopy;
}
