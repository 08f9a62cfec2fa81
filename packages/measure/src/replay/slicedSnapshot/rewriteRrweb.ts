/** The only version of `@rrweb/record` that this folder has been checked with. README.md says how to check another one. */
export const RRWEB_VERSION = "2.1.6";
/** SHA-256 of that version's `dist/record.js`. */
export const RRWEB_SHA256 = "e8d33f050806e45c14f80595fa132f015128c0beb29e3cd204a89f6615ae6aa1";

const RRWEB = /@rrweb\/record\/dist\/record\.js$/;

/** Code of rrweb that our pages' Content-Security-Policy forbids, that is never used, or that costs too much; and its replacement. */
const REPLACED: readonly (readonly [original: RegExp, replacement: string])[] = [
  // A worker that reads canvases, as a text that becomes a blob: no canvases are recorded.
  [/^const jsContent = '(?:[^'\\]|\\.)*';$/m, 'const jsContent = "";'],
  // The style that an element had: as an attribute it is an inline style, and each one an error in the visitor's console.
  [/\bold\.setAttribute\("style", m\.oldValue\);/, "old.style.cssText = m.oldValue;"],
  // No canvases are recorded.
  [
    /^class CanvasManager \{[\s\S]*?^\}$/m,
    "class CanvasManager { reset() {} freeze() {} unfreeze() {} lock() {} unlock() {} }",
  ],
  // Whether a node is in the page: the browser knows, in shadow trees too.
  [/\breturn index\.contains\(doc, n\) \|\| shadowHostInDom\(n\);/, "return n.isConnected;"],
  // Of what goes, all that rrweb has not seen was walked through twice, and nobody asks for it.
  [/^( {2}removeNodeFromMap\(n\) \{\n {4}const id = this\.getId\(n\);)/m, "$1 if (id === -1) return;"],
  [
    /^(function processRemoves[\s\S]*?)forEach\(\(n2\) => queue\.push\(n2\)\);/m,
    "$1forEach((n2) => { if (mirror.hasNode(n2)) queue.push(n2); });",
  ],
];

/** A Vite plugin by which rrweb runs under our policy without errors, and at less cost. */
export function rewriteRrwebPlugin() {
  return {
    name: "rewrite-rrweb",
    transform: {
      filter: { id: RRWEB },
      handler: (code: string) => ({ code: rewriteRrweb(code), map: null }),
    },
  };
}

/** @throws {Error} when rrweb's bundle no longer has code that is to be replaced, or has it twice. */
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
