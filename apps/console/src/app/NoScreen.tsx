import { LinkButton } from "../shared/ui/LinkButton.tsx";
import { ScreenHeader } from "../shared/ui/ScreenHeader.tsx";

/** At an address that no screen has. */
export function NoScreen() {
  return (
    <>
      <ScreenHeader title="There is no such screen" />
      <p className="mt-2 mb-5 max-w-prose text-ink-muted">
        The address may be mistyped, or it comes from another version of the console. All screens are in the
        navigation.
      </p>
      <LinkButton href="/">Open the Overview</LinkButton>
    </>
  );
}
