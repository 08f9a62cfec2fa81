import { Button } from "@marquee/ui";
import type { ReactNode } from "react";

/** For the button that runs the action. */
const dangerButtonStyles = "bg-clay! text-background! hover:opacity-90";

interface FormActionsProps {
  /** Label of the button that submits the form, and of the one that closes it. */
  action: ReactNode;
  dismissal?: string;
  isDisabled?: boolean;
  /** Whether the action can't be undone. */
  isFinal?: boolean | undefined;
  /** Runs the action if there is no form. */
  onConfirm?: () => void;
  onDismiss: () => void;
}

/** The buttons at the end of a form in a dialog. */
export function FormActions(props: FormActionsProps) {
  const { action, dismissal = "Cancel", isDisabled, isFinal, onConfirm, onDismiss } = props;
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        submit={!onConfirm}
        size="sm"
        className={isFinal ? dangerButtonStyles : undefined}
        disabled={isDisabled}
        onClick={onConfirm}
      >
        {action}
      </Button>
      <Button variant="secondary" size="sm" onClick={onDismiss}>
        {dismissal}
      </Button>
    </div>
  );
}
