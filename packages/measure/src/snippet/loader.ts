/*
 * /marquee.js: the script tag on a page of another host. A classic script, so it imports nothing statically: what two files share would
 * become a static import. It only reads where it was loaded from, and loads connect.ts.
 */
(() => {
  const { currentScript } = document;
  // A second tag, or a tag on the site itself, whose documents have its settings, must not measure the page twice.
  if (window.marquee?.track || document.getElementById("marquee-settings")) return;
  if (!(currentScript instanceof HTMLScriptElement)) {
    console.warn("[measure] Load marquee.js without type=module.");
    return;
  }
  const { origin } = new URL(currentScript.src);
  import("./connect.ts").then(
    ({ connect }) => connect(origin),
    (error: unknown) => console.warn("[measure]", error),
  );
})();
