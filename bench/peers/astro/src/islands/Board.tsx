import { Board as Content } from "../../../../../apps/site/src/interfaces/board/Board.tsx";
import { island } from "./island.tsx";

export default island(Content);
