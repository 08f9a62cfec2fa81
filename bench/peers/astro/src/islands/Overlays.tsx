import { OverlayHost as Content } from "../../../../../apps/site/src/overlays/OverlayHost.tsx";
import { island } from "./island.tsx";

export default island(Content);
