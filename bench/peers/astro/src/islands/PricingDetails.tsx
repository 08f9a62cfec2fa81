import { PricingDetails as Content } from "../../../../../apps/site/src/sections/pricing/PricingDetails.tsx";
import { island } from "./island.tsx";

export default island(Content);
