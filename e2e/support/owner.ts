/** The account that the tested server creates at its start. */
export const OWNER = { email: "owner@trellis.example", password: "a long enough password" };
