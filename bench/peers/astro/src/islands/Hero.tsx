import { LandingHero as Content } from "../../../../../apps/site/src/blocks/LandingHero.tsx";
import { island } from "./island.tsx";

export default island(Content);
