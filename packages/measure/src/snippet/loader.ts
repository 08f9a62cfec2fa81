/*
 * /marquee.js: the script tag on a page of another host. A classic script, so it imports nothing statically: what two files share would
 * become a static import. It only reads where it was loaded from, and loads connect.ts, which measures a page once.
 */
(() => {
  const src = (document.currentScript as HTMLScriptElement | null)?.src;
  // On the site itself, whose documents have its settings, the page would be measured twice.
  if (document.getElementById("marquee-settings")) return;
  if (!src) return console.warn("[measure] Remove type=module.");
  import("./connect.ts").then(({ connect }) => connect(new URL(src).origin), console.warn);
})();
