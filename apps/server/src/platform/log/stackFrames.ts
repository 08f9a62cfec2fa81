import { plainWords } from "./plainWords.ts";

const MAX_FRAMES = 15;
const MAX_LINES = 30;

/** A frame as V8 writes it: `    at Object.read (file:///srv/main.js:12:3)`, or without a name. */
const FRAME =
  /^ {4}at (?:async )?(?:new )?(?:[\w$.<>[\]# ]+ \((?:node:|file:|\/|[A-Z]:\\)[^()"'`\n]*:\d+:\d+\)|(?:node:|file:|\/|[A-Z]:\\)[^()"'`\n]*:\d+:\d+|[\w$.<>[\]# ]+ \((?:<anonymous>|index \d+|native)\))$/;

/** The frames of an error's stack, without its message, which the stack repeats. */
export function stackFrames(stack: string, message: string): string[] {
  // A message of several lines may have some that look like frames.
  const trace = message.includes("\n") ? stack.replaceAll(message, "") : stack;
  return trace
    .split("\n")
    .filter((line) => FRAME.test(line))
    .slice(0, MAX_FRAMES);
}

/** The standard error of a process: its frames, and the plain words of all other lines. */
export function plainOutput(text: string): string {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-MAX_LINES)
    .map((line) => (FRAME.test(line) ? line : plainWords(line)))
    .join("\n");
}
