import { CHANNEL_TITLES } from "@marquee/contract";
import {
  type CampaignLinkDefinition,
  type CampaignLinksResponse,
  MAX_CAMPAIGN_NAME_LENGTH,
} from "@marquee/contract/schema";
import { Badge, Button, Field } from "@marquee/ui";
import { type FormEvent, useId, useState } from "react";
import { CopyButton } from "../../shared/ui/CopyButton.tsx";
import { InlineError } from "../../shared/ui/states.tsx";
import {
  CAMPAIGN_FIELDS,
  type CampaignField,
  campaignUrl,
  channelOfLink,
  warnOfName,
} from "./campaignUrl.ts";
import { LinkQrCode } from "./LinkQrCode.tsx";

interface LinkFormProps extends Pick<CampaignLinksResponse, "origin" | "pages"> {
  /** Names used before, most used first. */
  usedNames: Readonly<Record<CampaignField, readonly string[]>>;
  isBusy: boolean;
  error: Error | null;
  /** Called with the link; `onDone` empties the form. */
  onSave: (link: CampaignLinkDefinition, onDone: () => void) => void;
}

const NOTHING: CampaignLinkDefinition = {
  destination: "/",
  source: "",
  medium: "",
  campaign: "",
  content: "",
  term: "",
  isDeleted: false,
};
const TEXTS: Record<CampaignField, { label: string; placeholder: string }> = {
  source: { label: "Source", placeholder: "newsletter" },
  medium: { label: "Medium", placeholder: "email" },
  campaign: { label: "Campaign", placeholder: "spring-sale" },
  content: { label: "Content (optional)", placeholder: "top-button" },
  term: { label: "Term (optional)", placeholder: "gantt chart" },
};
const REQUIRED: readonly CampaignField[] = ["source", "medium", "campaign"];

/** Builds a link: suggests names used before, and warns of similar spellings. */
export function LinkForm({ origin, pages, usedNames, isBusy, error, onSave }: LinkFormProps) {
  const id = useId();
  const [link, setLink] = useState(NOTHING);
  const change = (fields: Partial<CampaignLinkDefinition>) => setLink({ ...link, ...fields });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSave(link, () => setLink(NOTHING));
  };
  const url = campaignUrl(link, origin);
  const isComplete = REQUIRED.every((field) => link[field].trim() !== "");
  return (
    <form onSubmit={submit} className="mt-5 grid gap-x-10 gap-y-6 lg:grid-cols-[1fr_20rem]">
      <div className="grid content-start gap-4 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <Field
            label="Page"
            required
            value={link.destination}
            list={`${id}-pages`}
            maxLength={1000}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => change({ destination: target.value })}
          />
          <datalist id={`${id}-pages`}>
            {pages.map(({ path, title }) => (
              <option key={path} value={path}>
                {title}
              </option>
            ))}
          </datalist>
        </div>
        {CAMPAIGN_FIELDS.map((field) => (
          <div key={field}>
            <Field
              {...TEXTS[field]}
              required={REQUIRED.includes(field)}
              value={link[field]}
              list={`${id}-${field}`}
              maxLength={MAX_CAMPAIGN_NAME_LENGTH}
              spellCheck={false}
              autoCapitalize="none"
              autoComplete="off"
              onChange={({ target }) => change({ [field]: target.value })}
            />
            <datalist id={`${id}-${field}`}>
              {usedNames[field].map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
            <NameAdvice
              name={link[field]}
              usedNames={usedNames[field]}
              onUse={(name) => change({ [field]: name })}
            />
          </div>
        ))}
        {error && (
          <div className="sm:col-span-2">
            <InlineError error={error} />
          </div>
        )}
        <div className="sm:col-span-2">
          <Button submit size="sm" disabled={isBusy}>
            {isBusy ? "Saving" : "Save link"}
          </Button>
        </div>
      </div>
      <div className="min-w-0 border-hairline lg:border-l lg:pl-6">
        {isComplete && url ? (
          <>
            <p className="flex flex-wrap items-center gap-2 text-ink-muted text-xs">
              Visits count as <Badge>{CHANNEL_TITLES[channelOfLink(link)]}</Badge>
            </p>
            <p className="wrap-anywhere mt-3 text-xs">
              <code>{url}</code>
            </p>
            <div className="-ml-2 mt-1">
              <CopyButton text={url} label="Copy the link" />
            </div>
            <div className="mt-3">
              <LinkQrCode url={url} fileName={link.campaign.trim()} />
            </div>
          </>
        ) : (
          <p className="text-ink-muted text-xs">
            Choose a page, and enter a source, medium and campaign. The link, its channel and a QR code appear
            here.
          </p>
        )}
      </div>
    </form>
  );
}

interface NameAdviceProps {
  name: string;
  usedNames: readonly string[];
  onUse: (name: string) => void;
}

function NameAdvice({ name, usedNames, onUse }: NameAdviceProps) {
  const warning = warnOfName(name, usedNames);
  return (
    <div role="status">
      {warning && (
        <p className="mt-1 flex flex-wrap items-center gap-x-2 border-sun border-l-2 bg-sun-soft px-2 py-1 text-xs">
          <span className="wrap-anywhere min-w-0">
            {warning.isSameWord
              ? `“${warning.usedName}” was used before. Reports count the two separately.`
              : `Did you mean “${warning.usedName}”, which was used before?`}
          </span>
          <Button variant="tertiary" size="sm" onClick={() => onUse(warning.usedName)}>
            Use {warning.usedName}
          </Button>
        </p>
      )}
    </div>
  );
}
