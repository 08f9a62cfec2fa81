import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { followContent } from "./followContent.ts";
import { MAX_FOLDERS, watchFolder } from "./watchFolder.ts";

let root: string;
let dir: string;
let file: string;

beforeEach(() => {
  root = temporaryDir();
  dir = join(root, "content");
  file = join(dir, "pages/en/a.md");
  mkdirSync(join(dir, "pages/en"), { recursive: true });
  writeFileSync(file, "0");
});

/** Follows the text of the file. */
async function follow() {
  const log = pino({ level: "silent" });
  const followed = await followContent({
    contentDir: dir,
    isPart: (path) => path === "pages/en/a.md",
    async read() {
      return readFileSync(file, "utf8");
    },
    log,
  });
  onTestFinished(() => followed.stop());
  return (text: string) => vi.waitFor(() => expect(followed.values()).toBe(text), 5000);
}

/** Replaces the folder of the file, with one rename or two. */
function replaceFolder(folder: string, text: string): void {
  const next = join(root, "next");
  cpSync(folder, next, { recursive: true });
  writeFileSync(join(next, file.slice(folder.length + 1)), text);
  rmSync(join(root, "before"), { recursive: true, force: true });
  renameSync(folder, join(root, "before"));
  renameSync(next, folder);
}

const run = (command: string, ...parameters: string[]) =>
  execFileSync(command, parameters, { cwd: dir, stdio: "ignore" });

/** Ways to change a file, each given the new text. */
const WAYS: Readonly<Record<string, (text: string) => void>> = {
  "written in place": (text) => writeFileSync(file, text),
  "replaced by a rename": (text) => {
    writeFileSync(`${file}.tmp`, text);
    renameSync(`${file}.tmp`, file);
  },
  "replaced by a file from elsewhere": (text) => {
    writeFileSync(join(root, "a.md"), text);
    renameSync(join(root, "a.md"), file);
  },
  "saved with a backup": (text) => {
    renameSync(file, `${file}~`);
    writeFileSync(file, text);
  },
  "saved with a hidden swap file": (text) => {
    writeFileSync(join(dir, "pages/en/.a.md.swp"), text);
    renameSync(join(dir, "pages/en/.a.md.swp"), file);
  },
  "edited by sed -i": (text) => run("sed", "-i", `s/.*/${text}/`, "pages/en/a.md"),
  "removed and written": (text) => {
    rmSync(file);
    writeFileSync(file, text);
  },
  "in a folder that is replaced": (text) => replaceFolder(join(dir, "pages/en"), text),
  "in a folder of folders that is replaced": (text) => replaceFolder(join(dir, "pages"), text),
  "in a content folder that is replaced": (text) => replaceFolder(dir, text),
  "in a folder that is removed and made": (text) => {
    rmSync(join(dir, "pages"), { recursive: true });
    mkdirSync(join(dir, "pages/en"), { recursive: true });
    writeFileSync(file, text);
  },
  "behind a link that is replaced": (text) => {
    const target = join(root, `en-${text}`);
    mkdirSync(target);
    writeFileSync(join(target, "a.md"), text);
    symlinkSync(target, join(dir, "link"));
    rmSync(join(dir, "pages/en"), { recursive: true });
    renameSync(join(dir, "link"), join(dir, "pages/en"));
  },
};

describe("followContent", () => {
  it.each(Object.entries(WAYS))("follows a file that is %s, ten times", async (_name, change) => {
    const shows = await follow();
    for (let count = 1; count <= 10; count += 1) {
      change(String(count));
      await shows(String(count));
    }
    writeFileSync(file, "in place again");
    await shows("in place again");
  });

  it("follows a file through all ways of changing it, in any order", async () => {
    const shows = await follow();
    const ways = Object.values(WAYS);
    for (let count = 1; count <= ways.length; count += 1) {
      ways[(count * 5) % ways.length]?.(String(count));
      await shows(String(count));
    }
  });

  it("follows commits, checkouts and branches of git", async () => {
    const git = (...parameters: string[]) =>
      run("git", "-c", "user.name=A", "-c", "user.email=a@example.com", ...parameters);
    git("init", "-q", "-b", "main");
    git("add", ".");
    git("commit", "-qm", "0");
    git("checkout", "-qb", "other");
    writeFileSync(file, "other");
    git("commit", "-qam", "other");
    // A branch without the folder: switching to it and back removes and recreates the folder.
    git("checkout", "-q", "--orphan", "empty");
    git("rm", "-rqf", ".");
    git("commit", "-qm", "empty", "--allow-empty");
    git("checkout", "-q", "main");
    const shows = await follow();
    for (let count = 0; count < 3; count += 1) {
      git("checkout", "-q", "other");
      await shows("other");
      git("checkout", "-q", "main", "--", "pages");
      await shows("0");
      git("reset", "-q", "--hard");
      await shows("other");
      git("checkout", "-q", "empty");
      git("checkout", "-q", "main");
      await shows("0");
    }
  });

  it("watches a bounded number of folders, and reports if there are more", async () => {
    const outside = join(root, "outside");
    for (let count = 0; count < MAX_FOLDERS; count += 1)
      mkdirSync(join(outside, String(count)), { recursive: true });
    symlinkSync(outside, join(dir, "pages/zz"));
    const errors: unknown[] = [];
    const options = {
      isPart: () => true,
      onChange: () => {},
      onError: (error: unknown) => errors.push(error),
    };
    const stop = await watchFolder(dir, options);
    stop();
    expect(errors.map(String)).toEqual([
      expect.stringMatching(/content has more than 1000 folders\. The others are not watched/),
    ]);
  });

  it("reads again while changes continue", async () => {
    const shows = await follow();
    let count = 0;
    const timer = setInterval(() => writeFileSync(join(dir, "pages/other"), String(++count)), 20);
    onTestFinished(() => clearInterval(timer));
    writeFileSync(file, "1");
    await shows("1");
  });

  it("does not read again if no file of it changed", async () => {
    const read = vi.fn(async () => readFileSync(file, "utf8"));
    const isPart = vi.fn((path: string) => path.startsWith("pages/"));
    const followed = await followContent({ contentDir: dir, isPart, read, log: pino({ level: "silent" }) });
    onTestFinished(() => followed.stop());
    writeFileSync(join(dir, "other.json"), "{}");
    mkdirSync(join(dir, "pages/.git"));
    writeFileSync(join(dir, "pages/.git/index"), "");
    await expect.poll(() => isPart).toHaveBeenCalledWith("other.json");
    writeFileSync(file, "1");
    await expect.poll(() => followed.values()).toBe("1");
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("stops watching", async () => {
    const read = vi.fn(async () => readFileSync(file, "utf8"));
    const followed = await followContent({
      contentDir: dir,
      isPart: () => true,
      read,
      log: pino({ level: "silent" }),
    });
    followed.stop();
    const shows = await follow();
    writeFileSync(file, "1");
    await shows("1");
    expect(read).toHaveBeenCalledTimes(1);
  });
});
