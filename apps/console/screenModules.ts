/** A screen of `src/app/screens.ts`: its path, and the module that is loaded for it, relative to this folder. */
interface ScreenModule {
  path: string;
  module: string;
}

const SCREEN = /\bpath: "([^"]+)"(?:(?!\bpath: ").)*?\bimport\("\.\.\/([^"]+)"\)/gs;

/**
 * Reads which module each screen loads, in order. The server has it preloaded with the console's start, before code has run that could ask for it.
 * @param source text of `src/app/screens.ts`
 */
export function screenModules(source: string): ScreenModule[] {
  return [...source.matchAll(SCREEN)].map(([, path = "", file = ""]) => ({ path, module: `src/${file}` }));
}
