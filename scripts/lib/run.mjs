import { spawn } from "node:child_process";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

/**
 * Runs a program in the project root with inherited input and output.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env] added to the environment
 * @returns {Promise<number>} its exit code; 1 if a signal ended it
 */
export function run(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...env } });
    // Forward signals to the child; this process ends when the child does.
    const pass = (signal) => child.kill(signal);
    process.on("SIGINT", pass).on("SIGTERM", pass);
    child.on("error", reject);
    child.on("exit", (code) => {
      process.off("SIGINT", pass).off("SIGTERM", pass);
      resolve(code ?? 1);
    });
  });
}

/**
 * Like {@link run}, but collects what the program prints, so that several programs can run at once.
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Like {@link run}, but exits this process too if the program fails. */
export async function runOrExit(command, args, env) {
  const code = await run(command, args, env);
  if (code !== 0) process.exit(code);
}

/** Path of a program installed by npm. */
export function bin(name) {
  return join(ROOT, "node_modules/.bin", name);
}
