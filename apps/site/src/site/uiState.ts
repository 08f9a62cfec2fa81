import { createStore } from "../browser/createStore.ts";

/** Client UI state. The specification (section 3) sets the names. */
export interface UiState {
  isSignUpOverlayOpen: boolean;
  isEnterpriseSalesModalOpen: boolean;
  /** Which part of the page the enterprise sales modal was opened from. */
  enterpriseSalesModalLocation: string;
  IsAiDemoModalOpen: boolean;
  /** The visitor's last click (`clickedLocation.ts`). */
  clickedLocation: {
    /** Part of the page: `header`, or the page's ID. */
    root: string;
    /** What the location is in: another location, or the root. */
    parent: string;
    buttonClicked: string;
    location: string;
    /** `root > location > label`, with earlier clicks under the same root. */
    __lastClickedBreadcrumb: string;
  };
  isDesktop: boolean;
  showOpenInDesktopMessaging: boolean;
  /** The visitor added Brain to a price on the pricing page. */
  isPaidBrain: boolean;
}

const INITIAL_UI_STATE: UiState = {
  isSignUpOverlayOpen: false,
  isEnterpriseSalesModalOpen: false,
  enterpriseSalesModalLocation: "nav",
  IsAiDemoModalOpen: false,
  clickedLocation: {
    root: "unknown",
    parent: "unknown",
    buttonClicked: "",
    location: "",
    __lastClickedBreadcrumb: "",
  },
  isDesktop: false,
  showOpenInDesktopMessaging: false,
  isPaidBrain: false,
};

/** The store of client UI state. It lives as long as the document and is not persisted. */
export const uiState = createStore(INITIAL_UI_STATE);
