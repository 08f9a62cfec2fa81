// Development only: the setup that @vitejs/plugin-react needs in a document that Vite does not generate.
// https://github.com/vitejs/vite-plugin-react/tree/main/packages/plugin-react#middleware-mode
// @ts-expect-error Vite serves this module; there is no such file.
const { injectIntoGlobalHook } = await import(/* @vite-ignore */ "/@react-refresh");
injectIntoGlobalHook(window);
Object.assign(window, { $RefreshReg$: () => undefined, $RefreshSig$: () => (type: unknown) => type });

export {};
