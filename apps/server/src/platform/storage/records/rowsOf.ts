/** The rows of a statement that is written as SQL, which Drizzle does not type. */
export const rowsOf = <Row>(result: unknown): Row[] => (result as { rows: Row[] }).rows;
