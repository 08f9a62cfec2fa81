import { createStore } from "../browser/createStore.ts";

/** Client UI state. The specification (section 3) sets the names. */
export interface UiState {
  isSignUpOverlayOpen: boolean;
  isEnterpriseSalesModalOpen: boolean;
  /** Which part of the page the enterprise sales modal was opened from. */
  enterpriseSalesModalLocation: string;
  IsAiDemoModalOpen: boolean;
  /** The visitor's last click: the part of the page, the location in it, and the breadcrumb of both. */
  clickedLocation: {
    root: string;
    parent: string;
    buttonClicked: string;
    location: string;
    __lastClickedBreadcrumb: string;
  };
  isDesktop: boolean;
  showOpenInDesktopMessaging: boolean;
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
