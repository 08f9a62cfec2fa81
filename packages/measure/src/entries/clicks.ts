export { startClicks } from "../interactions/clicks.ts";
