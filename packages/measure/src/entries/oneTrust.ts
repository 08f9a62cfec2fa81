export { startOneTrust } from "../browser/oneTrust.ts";
