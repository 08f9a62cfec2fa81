import type { Plugin } from "vite";

const RRWEB = /@rrweb\/record\/dist\/record\.js$/;

/** What of rrweb's code our pages' Content-Security-Policy forbids, what is never used, or costs too much; and what stands in for it. */
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

/** Lets rrweb run under our policy without errors, and at less cost. */
export function rrwebUnderPolicy(): Plugin {
  return {
    name: "rrweb-under-policy",
    transform: {
      filter: { id: RRWEB },
      handler: (code) => ({ code: REPLACED.reduce(replace, code), map: null }),
    },
  };
}

function replace(code: string, [original, replacement]: (typeof REPLACED)[number]): string {
  if (!original.test(code))
    throw new Error(`rrweb has no ${original} any more; correct apps/site/rrwebUnderPolicy.ts.`);
  return code.replace(original, replacement);
}
