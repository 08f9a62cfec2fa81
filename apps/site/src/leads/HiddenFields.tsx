import type { FormId } from "@marquee/contract";
import { useSite } from "../app/siteContext.tsx";

interface HiddenFieldsProps {
  formId: FormId;
  location: string;
  /** For whoever comes upon the trap all the same. */
  trapLabel: string;
}

/** What a form says of itself when the browser sends it, and a field that only machines fill in. */
export function HiddenFields({ formId, location, trapLabel }: HiddenFieldsProps) {
  const { locale, path } = useSite();
  return (
    <>
      <input type="hidden" name="formId" value={formId} />
      <input type="hidden" name="locale" value={locale} />
      <input type="hidden" name="path" value={path || "/"} />
      <input type="hidden" name="location" value={location} />
      <div aria-hidden="true" className="sr-only">
        <label>
          {trapLabel}
          <input name="homepage" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}
