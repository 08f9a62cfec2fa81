import { ALL_CONSENT_GROUPS, type ConsentGroup } from "@marquee/contract";
import type { Consent } from "./consent.ts";

export interface ConsentDialog {
  /** Shows the dialog and moves focus into it. Closing the dialog restores the previous focus. */
  open(): void;
  stop(): void;
}

/** Attributes that the page's markup must provide; see the package's README. */
const SELECTORS = {
  dialog: "[data-consent-dialog]",
  accept: "[data-consent-accept]",
  reject: "[data-consent-reject]",
  customize: "[data-consent-customize]",
  save: "[data-consent-save]",
  groups: "[data-consent-groups]",
  group: "[data-consent-group]",
} as const;

/**
 * Binds a hidden dialog. Shows it while the visitor must still decide, without moving focus. Does nothing if there is none.
 * @param dialog by default, the one in the page's markup.
 */
export function startConsentDialog(
  consent: Consent,
  dialog: HTMLElement | null = document.querySelector<HTMLElement>(SELECTORS.dialog),
): ConsentDialog {
  let opener: HTMLElement | null = null;
  if (!dialog) return { open: () => undefined, stop: () => undefined };
  const groups = dialog.querySelector<HTMLElement>(SELECTORS.groups);
  const checkboxes = [...dialog.querySelectorAll<HTMLInputElement>(SELECTORS.group)];

  const showGroups = (isShown: boolean) => {
    if (groups) groups.hidden = !isShown;
    const save = dialog.querySelector<HTMLElement>(SELECTORS.save);
    if (save) save.hidden = !isShown;
    dialog.querySelector(SELECTORS.customize)?.setAttribute("aria-expanded", String(isShown));
  };
  const close = () => {
    dialog.hidden = true;
    showGroups(false);
    opener?.focus();
    opener = null;
  };
  const show = () => {
    for (const box of checkboxes) box.checked = consent.isGranted(box.dataset.consentGroup as ConsentGroup);
    dialog.hidden = false;
  };
  const open = () => {
    opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    show();
    const first = dialog.querySelector<HTMLElement>("button, input");
    first?.focus();
  };
  const decide = (granted: readonly ConsentGroup[]) => {
    consent.decide(granted);
    close();
  };
  const checkedGroups = () =>
    ALL_CONSENT_GROUPS.filter((group) =>
      checkboxes.some((box) => box.dataset.consentGroup === group && box.checked),
    );

  const onClick = ({ target }: MouseEvent) => {
    if (!(target instanceof Element)) return;
    if (target.closest(SELECTORS.accept)) decide(ALL_CONSENT_GROUPS);
    else if (target.closest(SELECTORS.reject)) decide([]);
    else if (target.closest(SELECTORS.save)) decide(checkedGroups());
    else if (target.closest(SELECTORS.customize)) showGroups(groups?.hidden === true);
  };
  // Escape closes only a reopened dialog; the first one stays until the visitor decides.
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "Escape" && !consent.isOpen() && !dialog.hidden) close();
  };
  const followOtherTabs = consent.subscribe(() => {
    if (!consent.isOpen() && !dialog.hidden) close();
  });

  dialog.addEventListener("click", onClick);
  dialog.addEventListener("keydown", onKeyDown);
  if (consent.isOpen()) show();

  return {
    open,
    stop() {
      dialog.removeEventListener("click", onClick);
      dialog.removeEventListener("keydown", onKeyDown);
      followOtherTabs();
    },
  };
}
