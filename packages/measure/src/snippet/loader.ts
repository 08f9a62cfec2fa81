/*
 * /marquee.js: the script tag on a page of another host. A classic script without static imports: code shared by two files would
 * become one. It only reads its own URL and loads connect.ts, which measures a page once.
 */
(() => {
  const src = (document.currentScript as HTMLScriptElement | null)?.src;
  // Documents of the site itself contain its settings; they would be measured twice.
  if (document.getElementById("marquee-settings")) return;
  if (!src) return console.warn("[measure] Remove type=module.");
  import("./connect.ts").then(({ connect }) => connect(new URL(src).origin), console.warn);
})();
