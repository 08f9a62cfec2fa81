/** A page in which tests record numbers. */
const SEGMENTS = `<!doctype html><title>Recorded</title><script type="module" src="/segmentsPage.js"></script>`;

/** Sections with clickable and other elements. */
const HEATMAPS = `<!doctype html><title>Clicked</title>
<main>
  <section data-section-id="hero"><h1>Secret text</h1><p><button id="live">Live</button> <button>Dead</button></p>
    <canvas width="200" height="1000"></canvas></section>
  <section data-section-id="plans"><ul>
    <li><a href="https://elsewhere.example/" target="_blank">Out</a></li>
    <li><a href="/second?email=jane@example.com">In</a></li>
    <li><label>Name <input name="name" type="checkbox"></label></li>
  </ul><div id=":r1:"><span id="radix-7">Passing id</span></div>
    <canvas width="200" height="1000"></canvas></section>
  <section data-section-id="faq"><div class="bill" id="acme"><p class="bill"><a href="/invoice/ACME-12345">Pay</a></p></div>
    <canvas width="200" height="1000"></canvas></section>
</main>
<script type="module" src="/heatmapsPage.js"></script>`;

/** The document of a path. */
export function documentOf(path: string): string {
  return path.startsWith("/heatmaps") ? HEATMAPS : SEGMENTS;
}
