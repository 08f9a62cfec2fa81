import type { EventType, IncrementalSource, NodeType } from "@rrweb/types";

// Values of rrweb's enums. Importing the enums themselves would add more bytes than all the code that uses them.
export const DOM_CONTENT_LOADED: EventType.DomContentLoaded = 0;
export const LOAD: EventType.Load = 1;
export const FULL_SNAPSHOT: EventType.FullSnapshot = 2;
export const INCREMENTAL_SNAPSHOT: EventType.IncrementalSnapshot = 3;
export const META: EventType.Meta = 4;
export const CUSTOM: EventType.Custom = 5;

export const MUTATION: IncrementalSource.Mutation = 0;
export const MOUSE_MOVE: IncrementalSource.MouseMove = 1;
export const MOUSE_INTERACTION: IncrementalSource.MouseInteraction = 2;
export const SCROLL: IncrementalSource.Scroll = 3;
export const INPUT: IncrementalSource.Input = 5;
export const TOUCH_MOVE: IncrementalSource.TouchMove = 6;
export const STYLE_SHEET_RULE: IncrementalSource.StyleSheetRule = 8;
export const CANVAS_MUTATION: IncrementalSource.CanvasMutation = 9;
export const DRAG: IncrementalSource.Drag = 12;
export const STYLE_DECLARATION: IncrementalSource.StyleDeclaration = 13;
export const SELECTION: IncrementalSource.Selection = 14;
export const ADOPTED_STYLE_SHEET: IncrementalSource.AdoptedStyleSheet = 15;

export const ELEMENT_NODE: NodeType.Element = 2;
export const TEXT_NODE: NodeType.Text = 3;
export const COMMENT_NODE: NodeType.Comment = 5;
