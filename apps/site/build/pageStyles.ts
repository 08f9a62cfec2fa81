import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { compile, optimize } from "@tailwindcss/node";
import { Scanner } from "@tailwindcss/oxide";
import { transform } from "lightningcss";
import type { Plugin, Rolldown } from "vite";

/** File of the server's build with the style sheets by name: of each page, of content and error pages, and of the demo's document. */
const PAGE_STYLES_FILE = "pageStyles.json";

/** The oldest browsers that the styles have fallbacks for, as major and minor versions: those that run the scripts (`es2022`). */
const BROWSERS = { chrome: [94, 0], edge: [94, 0], firefox: [93, 0], safari: [16, 4] } as const;
/** The same for Vite. */
export const CSS_TARGET = Object.entries(BROWSERS).map(([name, version]) => name + version.join("."));

const SRC = join(import.meta.dirname, "../src");
const STYLES = join(SRC, "styles.css");
/** Where class names are. The other packages have none. */
const HAS_CLASSES = /\/(?:apps\/site|packages\/(?:ui|markdown))\/src\/.*\.tsx?$/;
/** Code that a page loads on demand, and only after the complete style sheet. */
const LATE = /\/src\/overlays\//;

const SHELL = ["app/App.tsx", "shell/ConsentDialog.tsx"];

/** Modules that contain the classes of a document: the first ones with what they import statically, `page` with what it imports in any way. */
interface Roots {
  shell: string[];
  page: string;
}

/**
 * Writes a style sheet for each kind of document, with only the rules that its components may use: those of the page's sections, loaded later or
 * not, and of the shell. The rules come in the same order as in the complete style sheet. Runs in the server's build, whose modules include all
 * documents; the fonts come from the browser's build, which must be done before, in the folder `client` next to this one.
 */
export function pageStylesPlugin(): Plugin {
  let client = "";
  return {
    name: "marquee:page-styles",
    configResolved({ root, build }) {
      client = resolve(root, build.outDir, "../client");
    },
    async generateBundle(_options, bundle) {
      const codes = renderedCodes(bundle);
      const fonts = readBuiltFonts(client);
      const sheets: Record<string, string> = {};
      for (const [name, roots] of Object.entries(documents())) {
        const modules = modulesOf(roots, (id) => this.getModuleInfo(id));
        sheets[name] = fonts + (await compileStyles([...modules].map((id) => codes.get(id) ?? "")));
      }
      this.emitFile({ type: "asset", fileName: PAGE_STYLES_FILE, source: JSON.stringify(sheets) });
    },
  };
}

/** @param client folder of the browser's build */
function readBuiltFonts(client: string): string {
  const manifest = JSON.parse(readFileSync(join(client, ".vite/manifest.json"), "utf8"));
  return readFileSync(join(client, manifest["src/fonts.css"].file), "utf8").trim();
}

function documents(): Record<string, Roots> {
  const names = readdirSync(join(SRC, "routes")).map((file) => basename(file, ".tsx"));
  return {
    ...Object.fromEntries(names.map((name) => [name, { shell: SHELL, page: `routes/${name}.tsx` }])),
    "content-page": { shell: SHELL, page: "app/loadContentPage.tsx" },
    error: { shell: SHELL, page: "shell/ErrorPage.tsx" },
    "demo-frame": { shell: ["server/frameDocument.tsx"], page: "demo/DemoApp.tsx" },
  };
}

/** The code of each module after unused exports were removed. */
function renderedCodes(bundle: Rolldown.OutputBundle): Map<string, string> {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  return new Map(
    chunks.flatMap(({ modules }) => Object.entries(modules).map(([id, { code }]) => [id, code ?? ""])),
  );
}

function modulesOf({ shell, page }: Roots, infoOf: (id: string) => Rolldown.ModuleInfo | null): Set<string> {
  const moduleIds = new Set<string>();
  const collect = (id: string, withDynamic: boolean) => {
    if (moduleIds.has(id) || LATE.test(id)) return;
    const info = infoOf(id);
    if (!info) return;
    moduleIds.add(id);
    for (const imported of info.importedIds) collect(imported, withDynamic);
    if (withDynamic) for (const imported of info.dynamicallyImportedIds) collect(imported, true);
  };
  collect(join(SRC, page), true);
  for (const file of shell) collect(join(SRC, file), false);
  return new Set([...moduleIds].filter((id) => HAS_CLASSES.test(id)));
}

async function compileStyles(codes: string[]): Promise<string> {
  const compiler = await compile(readFileSync(STYLES, "utf8"), { base: SRC, onDependency: () => undefined });
  const candidates = new Scanner({}).scanFiles(codes.map((content) => ({ content, extension: "js" })));
  const styles = optimize(compiler.build(candidates));
  const { code } = transform({
    filename: STYLES,
    code: Buffer.from(styles.code),
    minify: true,
    targets: Object.fromEntries(
      Object.entries(BROWSERS).map(([name, [major, minor]]) => [name, (major << 16) | (minor << 8)]),
    ),
  });
  return code.toString().trim();
}
