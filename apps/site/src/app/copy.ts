import type { Locale } from "@marquee/contract";
import type shellEnglish from "../../../../content/copy/en/shell.json";

export type ShellCopy = typeof shellEnglish;

/** The server reads texts as modules; a browser fetches them as what they are, data, and parses no code for them. */
const modules = import.meta.env.SSR
  ? import.meta.glob<unknown>("../../../../content/copy/*/*.json", { import: "default" })
  : {};
const addresses: Record<string, string> = import.meta.env.SSR
  ? {}
  : import.meta.glob<string>("../../../../content/copy/*/*.json", {
      query: "?url",
      import: "default",
      eager: true,
    });

/**
 * The texts of one page in one language.
 * @throws Error naming the missing file, when there is none, or when it cannot be fetched.
 */
export async function loadCopy(name: string, locale: Locale): Promise<unknown> {
  const file = `content/copy/${locale}/${name}.json`;
  const key = `../../../../${file}`;
  const address = addresses[key];
  if (address) return fetchJson(address);
  const load = modules[key];
  if (!load) throw new Error(`${file} is missing: write it with the keys of content/copy/en/${name}.json.`);
  return load();
}

async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be fetched: ${response.status}.`);
  return response.json();
}

/** `copy.test.ts` holds every locale's file to the keys of the English one, which is what this cast relies on. */
export async function loadShellCopy(locale: Locale): Promise<ShellCopy> {
  return (await loadCopy("shell", locale)) as ShellCopy;
}
