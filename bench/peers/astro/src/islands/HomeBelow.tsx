import { HomeBelow as Content } from "../../../../../apps/site/src/sections/home/HomeBelow.tsx";
import { island } from "./island.tsx";

export default island(Content);
