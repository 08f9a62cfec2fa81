import { parseDocument } from "yaml";
import { ContentError } from "../errors/contentError.ts";

/** The right head of a page, shown where one is wrong. */
export const FRONT_MATTER_EXAMPLE = `---
title: Security
description: How your work is kept safe, in plain words.
---
`;

interface FrontMatterParts {
  /** Unvalidated front matter. */
  data: unknown;
  /** The text below, with an empty line for each line of the head: lines keep their numbers. */
  body: string;
}

/**
 * Divides a markdown file into its head (YAML between two lines of `---`) and its text. YAML's own types only: nothing in it is run.
 * @param file as its editor knows it.
 * @throws {ContentError} when there is no head, or it is no YAML.
 */
export function splitFrontMatter(file: string, text: string): FrontMatterParts {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n/);
  const end = lines.indexOf("---", 1);
  if (lines[0] !== "---" || end < 0) {
    throw new ContentError({
      file,
      place: "line 1",
      problem: "The page must start with front matter between two lines of ---.",
      example: FRONT_MATTER_EXAMPLE,
    });
  }
  const body = [...new Array(end + 1).fill(""), ...lines.slice(end + 1)].join("\n");
  return { data: parseYaml(file, lines.slice(1, end).join("\n")), body };
}

function parseYaml(file: string, text: string): unknown {
  const document = parseDocument(text, { schema: "core" });
  const [error] = document.errors;
  if (!error) return document.toJS({ maxAliasCount: 0 });
  // The head's first line is the file's second.
  const line = (error.linePos?.[0].line ?? 1) + 1;
  const problem = `Invalid YAML (${error.message.split("\n", 1)[0]?.replace(/ at line \d+, column \d+:?$/, "")}).`;
  throw new ContentError({ file, place: `line ${line}`, problem, example: FRONT_MATTER_EXAMPLE });
}
