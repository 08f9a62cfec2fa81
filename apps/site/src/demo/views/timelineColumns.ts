/** The class that puts a bar on its day; written out, because the style sheet is made from what stands in the sources. */
export const COLUMN_START: readonly string[] = [
  "col-start-1",
  "col-start-2",
  "col-start-3",
  "col-start-4",
  "col-start-5",
  "col-start-6",
  "col-start-7",
  "col-start-8",
  "col-start-9",
  "col-start-10",
];
