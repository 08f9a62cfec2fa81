/** Whether the long versions of tests also run: `npm run test:soak`. */
export const IS_SOAK = process.env.SOAK === "1";
