/*
 * /marquee.js: the script tag on a page of another host. A classic script, so it imports nothing statically: what two files share would
 * become a static import. It only reads where it was loaded from, asks for the settings, and loads connect.ts.
 */
(() => {
  const { currentScript } = document;
  // A second tag, or a tag on the site itself, must not measure the page twice.
  if (typeof window.marquee?.track === "function") return;
  if (!(currentScript instanceof HTMLScriptElement)) {
    console.warn("[measure] Load marquee.js with a script tag without type=module.");
    return;
  }
  const { origin } = new URL(currentScript.src);
  const start = async () => {
    // A prerendered page may never be shown.
    if (Reflect.get(document, "prerendering"))
      await new Promise((resolve) =>
        document.addEventListener("prerenderingchange", resolve, { once: true }),
      );
    // SNIPPET_SETTINGS_PATH
    const settings = fetch(`${origin}/v1/snippet`, { credentials: "omit" });
    // Otherwise the browser reports a failure that connect.ts explains.
    settings.catch(() => undefined);
    const { connect } = await import("./connect.ts");
    await connect(origin, settings);
  };
  start().catch((error: unknown) => console.warn("[measure]", error));
})();
