import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./run.mjs";

const read = (path) => readFileSync(join(ROOT, path), "utf8");
const WORKFLOW = read(".github/workflows/ci.yml");

it("CI runs the commands of the README's quick start", () => {
  const [quickStart] = read("README.md").split("## Quick start")[1].split("\n## ");
  const commands = [...quickStart.matchAll(/^npm \w+/gm)].map(([command]) => command);
  expect(commands).not.toHaveLength(0);
  for (const command of commands)
    expect(WORKFLOW).toMatch(new RegExp(`^ +(?:- run: )?${command}(?: &)?$`, "m"));
});

it("development, tests and deployment use the same Node version", () => {
  const [, image] = /^FROM node:(\d+)/m.exec(read("deploy/Dockerfile"));
  const [, tested] = /node: \[(.*)\]/.exec(WORKFLOW);
  expect(read(".nvmrc").trim()).toBe(image);
  expect(tested.split(", ")).toContain(image);
});

it("editors wrap lines at the formatter's width", () => {
  const { lineWidth, indentWidth } = JSON.parse(read("biome.json")).formatter;
  expect(read(".editorconfig")).toContain(`indent_size = ${indentWidth}\nmax_line_length = ${lineWidth}\n`);
});

it("decisions have the number of their file", () => {
  const files = readdirSync(join(ROOT, "docs/decisions")).filter((name) => name !== "README.md");
  for (const name of files)
    expect(read(`docs/decisions/${name}`)).toMatch(new RegExp(`^# ${name.slice(0, 3)} \\S`));
});
