import { useSyncExternalStore } from "react";

/** Client UI state by the names of the specification, section 3. */
export interface UiState {
  isSignUpOverlayOpen: boolean;
  isEnterpriseSalesModalOpen: boolean;
  /** Which part of the page the enterprise sales modal was opened from. */
  enterpriseSalesModalLocation: string;
  IsAiDemoModalOpen: boolean;
  /** Where the visitor clicked last: the page's segment, its place in it, and the breadcrumb of both. */
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

let state = INITIAL_UI_STATE;
const listeners = new Set<() => void>();

/** The one store of client UI state. It lives as long as the document; nothing of it is kept. */
export const uiState = {
  get: (): UiState => state,
  set(change: Partial<UiState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  },
  /** @returns the unsubscription. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** @param select must give the same value for the same state: a member, not a new object. */
export function useUiState<Value>(select: (state: UiState) => Value): Value {
  return useSyncExternalStore(
    uiState.subscribe,
    () => select(state),
    () => select(INITIAL_UI_STATE),
  );
}
