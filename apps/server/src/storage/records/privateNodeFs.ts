import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type EmscriptenOptions = Parameters<NodeFS["init"]>[1];
type SetAttributes = (target: unknown, attributes: { mode?: number }) => void;

/** Emscripten's file operations, which its types leave out. */
interface NodeOperations {
  node_ops: { setattr: SetAttributes };
  stream_ops: { setattr: SetAttributes };
}

/**
 * PGlite's folder on the disk, with files that no other user can read. Emscripten changes the mode of each file that it
 * creates to 0666 afterwards, which no umask prevents.
 */
export class PrivateNodeFS extends NodeFS {
  override init(pg: PGlite, options: EmscriptenOptions): ReturnType<NodeFS["init"]> {
    const restrict: NonNullable<EmscriptenOptions["preRun"]>[number] = (module) => {
      const { node_ops, stream_ops } = (module as unknown as { NODEFS: NodeOperations }).NODEFS;
      for (const operations of [node_ops, stream_ops]) operations.setattr = withoutOthers(operations.setattr);
    };
    return super.init(pg, { ...options, preRun: [...(options.preRun ?? []), restrict] });
  }
}

function withoutOthers(setAttributes: SetAttributes): SetAttributes {
  return (target, attributes) => {
    const { mode } = attributes;
    setAttributes(target, mode === undefined ? attributes : { ...attributes, mode: mode & ~0o077 });
  };
}
