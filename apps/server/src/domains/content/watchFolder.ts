import { type Dirent, type FSWatcher, watch } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";

interface WatchOptions {
  /** Whether a file is watched, by its path below the folder, with forward slashes. */
  isPart(path: string): boolean;
  /** Called once changes have settled. */
  onChange(): void;
  /** Called if something can't be read or watched. Everything else is still watched. */
  onError(error: unknown): void;
}

/** Files by path, with a mark that changes with the file. */
type Files = ReadonlyMap<string, string>;

/** Milliseconds to wait after a change, because editors save a file in several steps. */
const SETTLE = 80;
/** Maximum number of watched folders, because a link may lead to a whole disk. */
export const MAX_FOLDERS = 1000;
/** Milliseconds after which a change is reported, even if others follow. */
const MAX_SETTLE = 1000;

/**
 * Watches files of a folder and its subfolders, including symbolic links. Files and folders whose name starts with a dot are left out.
 *
 * Events only say that something may have changed: files are then compared with their previous state, so no change is missed, however a
 * file was replaced. Each folder has its own watcher, because Node's recursive one follows files on Linux, and loses those that are
 * replaced. A folder that may have been replaced gets a new watcher, because the old one stays with the old folder. Resolves once the
 * files are watched, so that anything read from then on is at least as new as the compared state.
 * @returns a function that stops watching.
 */
export async function watchFolder(
  folder: string,
  { isPart, onChange, onError }: WatchOptions,
): Promise<() => void> {
  const root = resolve(folder);
  const watchers = new Map<string, FSWatcher>();
  /** Paths that may have been replaced since the last comparison. */
  let replaced = new Set<string>();
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let firstEvent = 0;
  let files: Files = new Map();
  let comparing = Promise.resolve();

  const compareNext = () => {
    timer = undefined;
    comparing = comparing.then(compare).catch(onError);
  };
  const compare = async () => {
    const before = files;
    files = await list();
    if (!isStopped && !isSame(before, files)) onChange();
  };
  const schedule = () => {
    if (isStopped) return;
    const now = Date.now();
    if (timer === undefined) firstEvent = now;
    clearTimeout(timer);
    timer = setTimeout(compareNext, Math.max(0, Math.min(SETTLE, firstEvent + MAX_SETTLE - now)));
  };

  const open = (dir: string, concerns: (name: string | null) => boolean = () => true): FSWatcher | null => {
    try {
      const watcher = watch(dir, (_event, name) => {
        if (!concerns(name)) return;
        // A folder that is itself moved or removed reports its own name.
        if (name === null || name === basename(dir)) replaced.add(dir);
        if (name !== null) replaced.add(join(dir, name));
        schedule();
      });
      watcher.on("error", (error) => {
        replaced.add(dir);
        if (!isMissing(error)) onError(error);
      });
      return watcher;
    } catch (error) {
      if (!isMissing(error)) onError(error);
      return null;
    }
  };

  const orIfMissing =
    <Value>(instead: Value) =>
    (error: unknown): Value => {
      if (!isMissing(error)) onError(error);
      return instead;
    };

  /** Lists the files. Folders are watched before they are listed, so that nothing is missed in between. */
  const list = async (): Promise<Files> => {
    const changed = replaced;
    replaced = new Set();
    const files = new Map<string, string>();
    const gone = new Set(watchers.keys());
    const entered = new Set<string>();

    const watchDir = (dir: string, isReplaced: boolean) => {
      gone.delete(dir);
      const before = watchers.get(dir);
      if (before && !isReplaced) return;
      const watcher = open(dir);
      if (watcher) watchers.set(dir, watcher);
      else watchers.delete(dir);
      before?.close();
    };
    const enter = async (dir: string, isBelowReplaced: boolean): Promise<void> => {
      const stats = await stat(dir).catch(orIfMissing(null));
      const id = `${stats?.dev} ${stats?.ino}`;
      // Links may form a cycle.
      if (!stats || entered.has(id) || isStopped) return;
      entered.add(id);
      if (entered.size === MAX_FOLDERS + 1)
        onError(
          new Error(
            `${root} has more than ${MAX_FOLDERS} folders. The others are not watched: does a link lead out of it?`,
          ),
        );
      if (entered.size > MAX_FOLDERS) return;
      const isReplaced = isBelowReplaced || changed.has(dir);
      watchDir(dir, isReplaced);
      const entries = await readdir(dir, { withFileTypes: true }).catch(orIfMissing<Dirent[]>([]));
      for (const entry of entries) {
        const path = join(dir, entry.name);
        if (entry.name.startsWith(".")) continue;
        if (entry.isDirectory() || (entry.isSymbolicLink() && (await isDirectory(path))))
          await enter(path, isReplaced);
        else await addFile(path);
      }
    };
    const addFile = async (path: string) => {
      const name = path.slice(root.length + 1).replaceAll(sep, "/");
      if (!isPart(name)) return;
      const stats = await stat(path, { bigint: true }).catch(orIfMissing(null));
      if (!stats) return;
      const { dev, ino, size, mtimeNs, ctimeNs } = stats;
      files.set(name, [dev, ino, size, mtimeNs, ctimeNs].join(" "));
    };

    await enter(root, false);
    for (const dir of gone) {
      watchers.get(dir)?.close();
      watchers.delete(dir);
    }
    return files;
  };

  // Reports that the folder itself was replaced.
  const above = open(dirname(root), (name) => name === null || name === basename(root));
  comparing = list().then((listed) => {
    files = listed;
  });
  await comparing;
  return () => {
    isStopped = true;
    clearTimeout(timer);
    above?.close();
    void comparing.then(() => {
      for (const watcher of watchers.values()) watcher.close();
    });
  };
}

async function isDirectory(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats?.isDirectory() ?? false;
}

function isSame(one: Files, other: Files): boolean {
  return one.size === other.size && [...one].every(([path, mark]) => other.get(path) === mark);
}

/** Whether something was removed since it was listed. */
function isMissing(error: unknown): boolean {
  const { code = "" } = error as NodeJS.ErrnoException;
  return ["ENOENT", "ENOTDIR", "ELOOP"].includes(code);
}
