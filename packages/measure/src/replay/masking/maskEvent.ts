import type { MaskingLevel } from "@marquee/contract";
import type { eventWithTime, IMirror, incrementalData } from "@rrweb/types";
import type { FilterAddress } from "../../privacy/filterAddress.ts";
import {
  ADOPTED_STYLE_SHEET,
  CANVAS_MUTATION,
  CUSTOM,
  DOM_CONTENT_LOADED,
  FULL_SNAPSHOT,
  INCREMENTAL_SNAPSHOT,
  INPUT,
  LOAD,
  META,
  MUTATION,
  SELECTION,
  STYLE_DECLARATION,
  STYLE_SHEET_RULE,
} from "../rrwebConstants.ts";
import { type MutationMasking, maskMutation, maskNode } from "./maskNode.ts";
import { filterStyles, maskTypedValue } from "./maskText.ts";
import type { MaskTyped } from "./maskTyped.ts";
import { createTextContexts, type Scopes } from "./scopes.ts";

export interface MaskingOptions {
  /** Every level except `mask-user-input` masks all text. */
  level: MaskingLevel;
  scopes: Scopes;
  maskTypedText: MaskTyped;
  filterAddress: FilterAddress;
  mirror: Pick<IMirror<Node>, "getNode">;
}

/**
 * Masks every rrweb event before it is recorded (specification, section 5). Typed values are always masked, page
 * text depending on the level.
 * @returns a function that masks an event in place and returns whether to keep it
 */
export function createEventMasking(options: MaskingOptions): (event: eventWithTime) => boolean {
  const { level, scopes, maskTypedText, filterAddress, mirror } = options;
  const visibility = level === "mask-user-input" ? "shown" : "hidden";
  const nodeOf = (id: number) => mirror.getNode(id);
  const masking: MutationMasking = {
    filterAddress,
    nodeOf,
    maskTypedText,
    isEntry: (id) => scopes.isEntry(nodeOf(id)),
    placeOf: createTextContexts(scopes, visibility),
  };
  return (event) => {
    switch (event.type) {
      case FULL_SNAPSHOT:
        maskNode(event.data.node, visibility, "", masking);
        return true;
      case INCREMENTAL_SNAPSHOT:
        return maskIncrement(event.data, masking);
      case META:
        event.data.href = filterAddress(event.data.href);
        return true;
      case DOM_CONTENT_LOADED:
      case LOAD:
      case CUSTOM:
        return true;
      default:
        return false;
    }
  };
}

/**
 * Masks an incremental event in place. Drops events of nodes that the recording does not know, because these are blocked or hidden.
 * @returns whether to keep the event
 */
function maskIncrement(data: incrementalData, masking: MutationMasking): boolean {
  switch (data.source) {
    case MUTATION:
      maskMutation(data, masking);
      return data.isAttachIframe !== true || data.adds.length > 0;
    case INPUT:
      data.text = maskTypedValue(data.text);
      data.isChecked = false;
      return data.id > 0;
    // Scripts have changed rules, declarations or whole sheets.
    case STYLE_SHEET_RULE:
    case STYLE_DECLARATION:
    case ADOPTED_STYLE_SHEET:
      filterStyles(data, masking.filterAddress);
      return data.id !== -1;
    // The end of a selection reveals the length of the text.
    case SELECTION:
    case CANVAS_MUTATION:
      return false;
    default:
      return !("id" in data) || data.id !== -1;
  }
}
