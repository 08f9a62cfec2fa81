export { startOneTrust } from "../consent/oneTrust.ts";
