import type { Note, NoteDefinition } from "@marquee/contract/schema";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { RecordDialog } from "./RecordDialog.tsx";

const NOTE: Note = {
  id: 1,
  definition: { at: 1, text: "Fair", isDeleted: false },
  revision: 1,
  createdAt: 1,
  createdBy: "ann@trellis.example",
  updatedAt: 1,
  updatedBy: "ann@trellis.example",
};

/** The buttons of the dialog; those that can't be used end in an exclamation mark. */
function buttonsOf(stored: Note | null, definition: NoteDefinition | null): string[] {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RecordDialog
        kind="notes"
        stored={stored}
        title="Note"
        definition={definition}
        action="Save note"
        end={{ action: "Delete", run: () => undefined }}
        onDone={() => undefined}
      >
        <p>Fields</p>
      </RecordDialog>
    </QueryClientProvider>,
  );
  expect(html).toContain("<p>Fields</p>");
  const [, form = ""] = html.split("<form");
  return [...form.matchAll(/<button([^>]*)>([^<]+)</g)].map(
    ([, attributes = "", text = ""]) => text + (attributes.includes('disabled=""') ? "!" : ""),
  );
}

it("ends only stored records, and saves only complete ones", () => {
  expect(buttonsOf(null, NOTE.definition)).toEqual(["Save note", "Cancel"]);
  expect(buttonsOf(NOTE, null)).toEqual(["Save note!", "Cancel", "Delete"]);
});
