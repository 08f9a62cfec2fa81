/** The account that the server under test makes at its start. */
export const OWNER = { email: "owner@trellis.example", password: "a long enough password" };
