import { join } from "node:path";

/** The part of Rolldown's module graph that chunks follow. */
interface ModuleGraph {
  getModuleInfo(id: string): ModuleInfo | null;
}

interface ModuleInfo {
  code: string | null;
  exports: readonly string[];
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

/** Modules that at least this many screens use are loaded with the first of those screens. */
const COMMON_TO = 12;
const ROOM = /\/src\/features\/(\w+)\//;
/** Modules that only export what others declare. */
const BARREL = /\/(?:packages\/(\w+)\/src\/(?:index|(schema))\.ts|(lucide-react)\.mjs)$/;
const IMPORTS = /\bimport\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;
const NAMES = /[\w$]+/g;

/**
 * Names the chunk of each module. Without names, Rolldown makes one chunk for each set of screens that use a module, and a screen loads 50 files, most of
 * them below 1 KB. Each file costs time on a slow main thread, so there are few chunks: one for the console's start, one for what most screens use, and
 * one for what the screens of a room share. Rolldown places the rest. The document of shared links has its own chunks, because it must not run the
 * console, which starts by asking who is signed in.
 * @param root folder of the console.
 * @returns a function for `codeSplitting.groups`; null keeps Rolldown's choice.
 */
export function createChunkNames(root: string): (id: string, graph: ModuleGraph) => string | null {
  const entries = {
    start: join(root, "src/main.tsx"),
    player: join(root, "src/player/main.ts"),
    shared: join(root, "src/sharedPage/main.tsx"),
  };
  let uses: Uses | undefined;
  return (id, graph) => {
    uses ??= readUses(graph, entries);
    // The document loads the entry directly, and the player must not load the console.
    if (id === entries.start || id.endsWith(".html") || uses.player.has(id)) return null;
    const name = chunkOf(id, uses);
    return name !== null && uses.shared.has(id) ? `${name}-view` : name;
  };
}

function chunkOf(id: string, { start, screens }: Uses): string | null {
  if (start.has(id)) return "start";
  const count = screens.get(id) ?? 0;
  const room = ROOM.exec(id)?.[1];
  if (room && count > 1) return room;
  return count >= COMMON_TO ? "common" : null;
}

interface Uses {
  /** Modules that the start loads. */
  start: ReadonlySet<string>;
  player: ReadonlySet<string>;
  /** Modules that the document of shared links loads. */
  shared: ReadonlySet<string>;
  /** How many of the start's dynamic imports use a module. */
  screens: ReadonlyMap<string, number>;
}

function readUses(graph: ModuleGraph, entries: Record<"start" | "player" | "shared", string>): Uses {
  const importsOf = createImportsOf(graph);
  const follow = (id: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(id)) return seen;
    seen.add(id);
    for (const each of importsOf(id)) follow(each, seen);
    return seen;
  };
  const start = follow(entries.start);
  const screens = new Map<string, number>();
  for (const id of start)
    for (const screen of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
      for (const each of follow(screen)) screens.set(each, (screens.get(each) ?? 0) + 1);
  return { start, player: follow(entries.player), shared: follow(entries.shared), screens };
}

/**
 * @returns a function that lists the modules whose code a module imports: for a barrel, only those that export an imported name.
 */
function createImportsOf(graph: ModuleGraph): (id: string) => readonly string[] {
  const imports = new Map<string, readonly string[]>();
  /** Per barrel ID: the modules behind it, by the names they export. */
  const barrels = new Map<string, Map<string, string[]>>();
  const behind = (barrel: string): Map<string, string[]> => {
    const cached = barrels.get(barrel);
    if (cached) return cached;
    const byName = new Map<string, string[]>();
    const add = (name: string, id: string) => byName.set(name, [...(byName.get(name) ?? []), id]);
    for (const id of graph.getModuleInfo(barrel)?.importedIds ?? [])
      if (BARREL.test(id)) for (const [name, ids] of behind(id)) for (const each of ids) add(name, each);
      else for (const name of graph.getModuleInfo(id)?.exports ?? []) add(name, id);
    barrels.set(barrel, byName);
    return byName;
  };
  return (id) => {
    const cached = imports.get(id);
    if (cached) return cached;
    const { code, importedIds } = graph.getModuleInfo(id) ?? { code: null, importedIds: [] };
    const clauses = [...(code?.matchAll(IMPORTS) ?? [])];
    const namesOf = (specifier: string) =>
      clauses.flatMap(([, names, from]) => (from === specifier ? (names?.match(NAMES) ?? []) : []));
    const resolvedIds = importedIds.flatMap((each) =>
      BARREL.test(each) ? namesOf(specifierOf(each)).flatMap((name) => behind(each).get(name) ?? []) : [each],
    );
    imports.set(id, resolvedIds);
    return resolvedIds;
  };
}

/** How modules name a barrel when they import from it. */
function specifierOf(barrel: string): string {
  const [, ours, schema, library] = BARREL.exec(barrel) ?? [];
  return library ?? `@marquee/${[ours, schema].filter(Boolean).join("/")}`;
}
