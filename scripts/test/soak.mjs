/** Whether the long versions of tests run too: `npm run test:soak`. */
export const IS_SOAK = process.env.SOAK === "1";
