/**
 * Style sheet of the consent dialog on pages of other hosts. In pixels, because a page may have any root font size, and in the page's font; colors
 * are those of the site's dialog.
 */
export const CONSENT_STYLES = `
:host { all: initial; color-scheme: light dark }
section {
  --surface: oklch(1 0 0); --ink: oklch(0.22 0.03 160); --muted: oklch(0.46 0.025 160);
  --line: oklch(0.89 0.012 120); --control: oklch(0.62 0.02 150); --leaf: oklch(0.52 0.13 152);
  position: fixed; z-index: 2147483647; inset: auto 12px 12px; box-sizing: border-box;
  max-height: calc(100dvh - 24px); overflow-y: auto; padding: 20px;
  border: 1px solid var(--line); border-radius: 10px; background: var(--surface); color: var(--ink);
  box-shadow: 0 12px 32px -8px oklch(0.22 0.03 160 / 0.3);
  font: 15px/1.5 system-ui, sans-serif
}
@media (prefers-color-scheme: dark) {
  section {
    --surface: oklch(0.215 0.022 160); --ink: oklch(0.94 0.01 95); --muted: oklch(0.74 0.018 130);
    --line: oklch(0.31 0.02 160); --control: oklch(0.58 0.02 150); --leaf: oklch(0.76 0.15 152)
  }
}
@media (min-width: 600px) { section { inset: auto auto 20px 20px; width: 400px } }
@media print { section { display: none } }
[hidden] { display: none !important }
h2 { margin: 0; font-size: 18px; font-weight: 600; line-height: 1.4; text-wrap: balance }
p { margin: 8px 0; color: var(--muted) }
a { display: inline-block; padding: 2px 0; color: var(--leaf); text-underline-offset: 4px }
fieldset { margin: 12px 0 0; padding: 0; border: 0; border-top: 1px solid var(--line) }
legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
label { display: flex; gap: 12px; padding: 12px 0; border-bottom: 1px solid var(--line); color: var(--muted); cursor: pointer }
b { display: block; font-weight: 500; color: var(--ink) }
input { flex: none; width: 16px; height: 16px; margin: 4px 0 0; accent-color: var(--leaf) }
.buttons { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; margin-top: 16px }
button {
  min-height: 40px; padding: 6px 12px; border: 1px solid var(--control); border-radius: 6px;
  background: none; color: inherit; font: inherit; font-weight: 500; cursor: pointer
}
button:hover { border-color: var(--ink) }
.quiet { border-color: transparent; color: var(--leaf) }
.quiet:hover { border-color: transparent; text-decoration: underline; text-underline-offset: 4px }
.quiet:has(+ [hidden]) { grid-column: span 2 }
:focus-visible { outline: 2px solid var(--leaf); outline-offset: 2px }
`;
