import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Rolldown } from "vite";

type Context = Rolldown.ChunkingContext;

const SOURCE = join(import.meta.dirname, "../src");
const BOOT = join(SOURCE, "entry-boot.ts");
const CLIENT = join(SOURCE, "entry-client.tsx");
const ROUTES = join(SOURCE, "routes");
/** Index files of packages, which import far more than needed. */
const INDEX = /packages\/\w+\/src\/(\w+\/)?index\.tsx?$/;
/** Modules of packages that run before hydration and that the boot script imports through index files. */
const CORE =
  /packages\/measure\/|vite\/preload-helper|contract\/src\/(consent\/consent|events\/(attribution|limits|trackedE)|kernel\/(email|text|time|url)|visitor\/customers)/;
/** Code that recording, heatmaps and RUM share with the code that starts them. It loads with the latter. */
const SAMPLED =
  /contract\/src\/replay\/replay\.ts|measure\/src\/(privacy\/filter|replay\/deleteStoredSegments|sampling|transport\/(createLoader|pageVersion))/;
const PRICES = /contract\/src\/catalog\/|site\/src\/copy\/prices\.ts/;
/** Modules shared by several pages or overlays. */
const SHARED = /\/(apps\/site|packages\/(ui|markdown|contract))\/src\/|node_modules\/lucide/;

/** Chunks of the browser's build. A module belongs to the first group that takes it. */
export const CHUNKS: Rolldown.CodeSplittingOptions = {
  groups: [
    {
      debugName: "core",
      name: (id: string, context: Context) => (CORE.test(id) || isInBoot(id, context) ? "core" : null),
      tags: ["$initial"],
    },
    { name: "sampled", test: SAMPLED, includeDependenciesRecursively: false },
    {
      debugName: "client",
      name: (id: string, context: Context) => (id === CLIENT || isOnMostPages(id, context) ? "client" : null),
    },
    { name: "prices", test: PRICES, includeDependenciesRecursively: false },
    {
      name: "sections",
      test: SHARED,
      minShareCount: 2,
      // Code that one of several pages does not need is added to a chunk only up to this many bytes of source.
      entriesAware: true,
      entriesAwareMergeThreshold: 1_500,
      includeDependenciesRecursively: false,
    },
  ],
};

let boot: Set<string> | undefined;
let pages: Set<string>[] | undefined;

/** Whether the boot script imports a module statically, directly or through its imports, except through index files of packages. */
function isInBoot(id: string, context: Context): boolean {
  boot ??= addImports(BOOT, context, new Set());
  return id !== BOOT && boot.has(id);
}

/** Whether at least half of the pages need a module, in their first view or below it. */
function isOnMostPages(id: string, context: Context): boolean {
  pages ??= readdirSync(ROUTES).map((file) => {
    const route = join(ROUTES, file);
    const modules = addImports(route, context, new Set());
    for (const below of context.getModuleInfo(route)?.dynamicallyImportedIds ?? [])
      addImports(below, context, modules);
    return modules;
  });
  return pages.filter((page) => page.has(id)).length * 2 >= pages.length;
}

/** Adds a module and everything it imports statically, except through index files of packages. */
function addImports(id: string, context: Context, modules: Set<string>): Set<string> {
  if (modules.has(id) || INDEX.test(id)) return modules;
  modules.add(id);
  for (const imported of context.getModuleInfo(id)?.importedIds ?? []) addImports(imported, context, modules);
  return modules;
}
