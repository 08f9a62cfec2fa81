// Development only: what @vitejs/plugin-react needs in a document that Vite does not write itself.
// https://github.com/vitejs/vite-plugin-react/tree/main/packages/plugin-react#middleware-mode
// @ts-expect-error Vite serves this module; it is no file.
const { injectIntoGlobalHook } = await import(/* @vite-ignore */ "/@react-refresh");
injectIntoGlobalHook(window);
Object.assign(window, { $RefreshReg$: () => undefined, $RefreshSig$: () => (type: unknown) => type });

export {};
