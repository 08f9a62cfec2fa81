import type { PrivacyCopy } from "../copy/copy.ts";
import { PrivacyPage } from "../sections/privacy/PrivacyPage.tsx";
import type { PageProps } from "../site/page.types.ts";

/** The dialog's names of the consent groups. */
export const copyNames = ["shell"] as const;

export default function Privacy(props: PageProps<PrivacyCopy>) {
  return <PrivacyPage {...props} />;
}
