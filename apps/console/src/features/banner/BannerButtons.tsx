import { Button } from "@marquee/ui";

interface BannerButtonsProps {
  /** Whether the banner as it is saved is published. */
  isPublished: boolean;
  isDirty: boolean;
  isSaving: boolean;
  /** Saves it so that no visitor gets it. */
  onKeep: () => void;
  /** Id of the form that publishing sends. */
  form: string;
}

/** One primary action: publishing. A published banner without changes has none. */
export function BannerButtons({ isPublished, isDirty, isSaving, onKeep, form }: BannerButtonsProps) {
  return (
    <>
      {(isPublished || isDirty) && (
        <Button variant="secondary" size="sm" disabled={isSaving} onClick={onKeep}>
          {isPublished ? "Take down" : "Keep for later"}
        </Button>
      )}
      {(!isPublished || isDirty) && (
        <Button submit form={form} size="sm" disabled={isSaving}>
          {isSaving ? "Saving" : isPublished ? "Publish changes" : "Publish"}
        </Button>
      )}
    </>
  );
}
