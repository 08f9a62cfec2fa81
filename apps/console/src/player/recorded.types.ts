/** rrweb's events and nodes, as far as the player uses them. A segment can contain any JSON, so the fields are not trusted. */
export interface RecordedEvent {
  type: number;
  timestamp: number;
  data: Record<string, unknown>;
}

export interface RecordedNode {
  type: number;
  id: number;
  tagName?: unknown;
  attributes?: Record<string, unknown>;
  childNodes?: unknown[];
  textContent?: unknown;
  isStyle?: unknown;
}

/** rrweb's `EventType`. */
export const EVENT = { fullSnapshot: 2, incremental: 3, meta: 4, custom: 5 } as const;
/** rrweb's `IncrementalSource`. */
export const SOURCE = {
  mutation: 0,
  mouseMove: 1,
  mouseInteraction: 2,
  scroll: 3,
  viewportResize: 4,
  input: 5,
  touchMove: 6,
  mediaInteraction: 7,
  styleSheetRule: 8,
  font: 10,
  drag: 12,
  styleDeclaration: 13,
  selection: 14,
  adoptedStyles: 15,
} as const;
/** Events that only a visitor causes. None of them changes the document. */
export const USER_ACTIVITY: ReadonlySet<unknown> = new Set([
  SOURCE.mouseMove,
  SOURCE.mouseInteraction,
  SOURCE.scroll,
  SOURCE.viewportResize,
  SOURCE.input,
  SOURCE.touchMove,
  SOURCE.mediaInteraction,
  SOURCE.drag,
  SOURCE.selection,
]);
/** rrweb's `MouseInteractions`. */
export const INTERACTION = { click: 2, focus: 5, touchStart: 7 } as const;
/** rrweb-snapshot's `NodeType`. */
export const NODE = { element: 2, text: 3, cdata: 4 } as const;

export const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isNode = (value: unknown): value is RecordedNode =>
  isFields(value) && typeof value.type === "number";
