import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Rolldown } from "vite";
import { beforeAll, describe, expect, it } from "vitest";
import { createTemporaryDir, removeDir } from "../../../testing/temporaryDir.ts";
import type { ArchivedFile } from "../../archive/archive.types.ts";
import { mapAddress } from "../../archive/mapAddress.ts";
import { createStackResolver, enclosingFunction } from "./createStackResolver.ts";

const SOURCE = `export interface Plan { name: string }

/** Says what a plan costs. */
export function priceOf(plan: Plan | undefined): string {
  if (!plan) {
    throw new Error("no plan at " + location.href);
  }
  return plan.name;
}

addEventListener("click", () => priceOf(undefined));
`;

let script: string;
let map: string;
let requests: string[];

/** Builds a script like the site's build: minified, with a separate source map. */
async function buildScript(): Promise<void> {
  const dir = createTemporaryDir();
  await mkdir(join(dir, "src"), { recursive: true });
  await writeFile(join(dir, "src/priceOf.ts"), SOURCE);
  const rolldownOptions = { input: join(dir, "src/priceOf.ts"), output: { entryFileNames: "assets/app.js" } };
  const result = await build({
    root: dir,
    configFile: false,
    logLevel: "error",
    build: { write: false, sourcemap: "hidden", minify: true, rolldownOptions },
  });
  const { output } = result as Rolldown.RolldownOutput;
  script = output[0].code;
  map = String(output[0].map);
  removeDir(dir);
}

const resolver = () =>
  createStackResolver(
    {
      readFile: async (address): Promise<ArchivedFile | null> => {
        requests.push(address);
        const isKept = address === mapAddress("/assets/app.js");
        return isKept ? { mediaType: "application/json", body: Buffer.from(map) } : null;
      },
    },
    () => 0,
  );

beforeAll(buildScript);

describe("createStackResolver", () => {
  it("resolves a line to its source file, function and surrounding lines", async () => {
    requests = [];
    const before = script.slice(0, script.indexOf("Error(")).split("\n");
    const place = `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
    const stack = `Error: no plan\n    at e (https://trellis.example/assets/app.js:${place})\n    at https://trellis.example/assets/other.js:1:1`;
    const { lines, innermost } = resolver();
    const [message, thrown, unknown] = await lines(stack);
    expect([message?.source, unknown?.source]).toEqual([null, null]);
    expect(thrown?.text).toContain("assets/app.js");
    expect(thrown?.source).toMatchObject({ file: "src/priceOf.ts", line: 6, functionName: "priceOf" });
    expect(thrown?.source?.context[3]).toEqual({ line: 6, text: SOURCE.split("\n")[5] });
    expect(thrown?.source?.context).toHaveLength(7);
    expect(await innermost(stack)).toMatchObject({ file: "src/priceOf.ts", functionName: "priceOf" });
    expect(await innermost(stack.split("\n").toReversed().join("\n"))).toBeNull();
    expect(requests).toEqual([mapAddress("/assets/app.js"), mapAddress("/assets/other.js")]);
  });

  it("leaves a line unresolved if its source map is damaged", async () => {
    const damaged = { mediaType: "application/json", body: Buffer.from('{"version":3,') };
    const { lines } = createStackResolver({ readFile: async () => damaged }, () => 0);
    const text = "at e (https://trellis.example/assets/app.js:1:1)";
    expect(await lines(text)).toEqual([{ text, source: null }]);
  });

  it("reads only the first fifty lines", async () => {
    expect(await resolver().lines("x\n".repeat(1000))).toHaveLength(50);
  });
});

const FUNCTIONS = `import x from "y";

export async function loadPlans(path: string) {
  if (path) {
    throw new Error(path);
  }
}

const draw = (plan: Plan): void => {
  plan.items.forEach((item) => {
    item.paint();
  });
};

class Board {
  private async move(card: Card) {
    this.cards.push(card);
  }
}

const handlers = {
  onClick: (event: Event) => {
    event.stop();
  },
};
start();`.split("\n");

describe("enclosingFunction", () => {
  it.each([
    [5, "loadPlans"],
    [3, "loadPlans"],
    [11, "draw"],
    [17, "move"],
    [23, "onClick"],
    [26, null],
    [1, null],
    [99, null],
  ])("names the function around line %i", (line, name) => {
    expect(enclosingFunction(FUNCTIONS, line)).toBe(name);
  });
});
