import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes a file aside and moves it to its place, so that whoever reads finds it whole or not at all. */
export async function writeAtomically(file: string, body: Buffer | string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, body);
  await rename(draft, file);
}
