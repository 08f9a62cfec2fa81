/** The only version of `@rrweb/record` that this folder has been checked with. README.md explains how to check another one. */
export const RRWEB_VERSION = "2.1.6";
/** SHA-256 of that version's `dist/record.js`. */
export const RRWEB_SHA256 = "e8d33f050806e45c14f80595fa132f015128c0beb29e3cd204a89f6615ae6aa1";

const RRWEB = /@rrweb\/record\/dist\/record\.js$/;

/** rrweb code that our pages' Content-Security-Policy forbids, that is never used or that costs too much, with its replacement. */
const REPLACED: readonly (readonly [original: RegExp, replacement: string])[] = [
  // The source of the canvas worker, which runs from a blob. Canvases are not recorded.
  [/^const jsContent = '(?:[^'\\]|\\.)*';$/m, 'const jsContent = "";'],
  // An element's previous style. Set as an attribute, it is an inline style, and each one logs an error in the visitor's console.
  [/\bold\.setAttribute\("style", m\.oldValue\);/, "old.style.cssText = m.oldValue;"],
  // Canvases are not recorded.
  [
    /^class CanvasManager \{[\s\S]*?^\}$/m,
    "class CanvasManager { reset() {} freeze() {} unfreeze() {} lock() {} unlock() {} }",
  ],
  // Whether a node is in the page. `isConnected` covers shadow trees too.
  [/\breturn index\.contains\(doc, n\) \|\| shadowHostInDom\(n\);/, "return n.isConnected;"],
  // rrweb walks removed subtrees twice, including nodes that it never recorded and that nothing needs.
  [/^( {2}removeNodeFromMap\(n\) \{\n {4}const id = this\.getId\(n\);)/m, "$1 if (id === -1) return;"],
  [
    /^(function processRemoves[\s\S]*?)forEach\(\(n2\) => queue\.push\(n2\)\);/m,
    "$1forEach((n2) => { if (mirror.hasNode(n2)) queue.push(n2); });",
  ],
];

/** A Vite plugin that rewrites rrweb so that it causes no errors under our Content-Security-Policy and costs less. */
export function rewriteRrwebPlugin() {
  return {
    name: "rewrite-rrweb",
    transform: {
      filter: { id: RRWEB },
      handler: (code: string) => ({ code: rewriteRrweb(code), map: null }),
    },
  };
}

/** @throws {Error} if a piece to replace is missing from rrweb's bundle or occurs more than once */
export function rewriteRrweb(bundle: string): string {
  return REPLACED.reduce(replaceOnce, bundle);
}

function replaceOnce(code: string, [original, replacement]: (typeof REPLACED)[number]): string {
  const count = code.match(new RegExp(original, `${original.flags}g`))?.length ?? 0;
  if (count !== 1)
    throw new Error(
      `rrweb's bundle has ${original} ${count} times instead of once; see packages/measure/src/replay/slicedSnapshot/README.md.`,
    );
  return code.replace(original, replacement);
}
