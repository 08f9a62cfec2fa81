import { execFileSync } from "node:child_process";
import { onTestFinished, type TestContext } from "vitest";
import { temporaryDir } from "./temporaryDir.ts";

/** Mounts a disk of `bytes` for one test, and skips it if this user may not mount one. @returns its folder. */
export function mountSmallDisk({ skip }: TestContext, bytes: number): string {
  const dir = temporaryDir();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", dir], { stdio: "pipe" });
  } catch {
    skip("This user may not mount a tmpfs, which a full disk is tried on.");
  }
  onTestFinished(() => void execFileSync("umount", ["-l", dir]));
  return dir;
}
