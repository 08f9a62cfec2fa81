import { Plans as Content } from "../../../../../apps/site/src/sections/pricing/Plans.tsx";
import { island } from "./island.tsx";

export default island(Content);
