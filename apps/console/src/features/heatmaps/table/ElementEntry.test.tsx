import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ElementEntry } from "./ElementEntry.tsx";

const SELECTOR = 'html footer a[href="\\/security"]';

function draw(names: ReadonlyMap<string, string>): string {
  const html = renderToStaticMarkup(
    <ElementEntry
      row={{ selector: SELECTOR, sides: [{ element: null, heat: 3 }] }}
      measured={[{ hottest: 1, missing: new Set(), names }]}
      sideNames={["Everyone"]}
      numbers={new Map()}
      replaysLink={{ href: "/replays", label: "Replays" }}
      chosen={null}
      onPoint={() => undefined}
      onChoose={() => undefined}
    />,
  );
  return /<span class="block truncate">(.*?)<\/span>/.exec(html)?.[1] ?? "";
}

it("names an element by its text on the page, otherwise by its selector, which is shown below", () => {
  expect(draw(new Map([[SELECTOR, "Link “Security”"]]))).toBe("Link “Security”");
  expect(draw(new Map())).toBe("Link to /security in the footer");
});
