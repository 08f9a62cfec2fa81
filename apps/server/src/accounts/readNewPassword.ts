import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";

/**
 * A new password from the terminal, asked for twice and not shown, or from what is piped to standard input.
 * @throws when the two differ, or the person gives up with Ctrl+C.
 */
export async function readNewPassword(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, "");
  const password = await askHidden(question);
  if ((await askHidden("Repeat it: ")) === password) return password;
  throw new Error("The two passwords don't match. Nothing was changed.");
}

async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const stopped = new AbortController();
  // On a terminal, readline itself writes what is typed; here it writes to nowhere.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  terminal.once("SIGINT", () => stopped.abort());
  try {
    return await terminal.question("", { signal: stopped.signal });
  } catch {
    throw new Error("Stopped. Nothing was changed.");
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}
