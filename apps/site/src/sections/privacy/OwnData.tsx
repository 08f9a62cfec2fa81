import { ALL_CONSENT_GROUPS, CONSENT_GROUPS } from "@marquee/contract";
import { Button } from "@marquee/ui";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { PrivacyCopy } from "../../copy/copy.ts";
import { useMeasure } from "../../site/measureContext.tsx";
import { useSite } from "../../site/siteContext.tsx";
import { downloadOwnData } from "./downloadOwnData.ts";

type Copy = PrivacyCopy["own"];

/** A visitor's options for the data of this browser: changing consent, download and deletion. */
export function OwnData({ copy }: { copy: Copy }) {
  return (
    <>
      <p>{copy.text}</p>
      <div className="mt-6 border-hairline border-t">
        <Action {...copy.choices}>
          <Button variant="secondary" size="sm" data-consent-open="">
            {copy.choices.action}
          </Button>
        </Action>
        <Download copy={copy.download} />
        <Deletion copy={copy.delete} />
      </div>
    </>
  );
}

interface ActionProps {
  title: string;
  text: string;
  /** Result of the action. */
  status?: string;
  children: ReactNode;
}

function Action({ title, text, status = "", children }: ActionProps) {
  return (
    <div className="grid gap-x-8 gap-y-4 border-hairline border-b py-6 md:grid-cols-[1fr_auto] md:items-start">
      <div className="min-w-0 max-w-[32rem]">
        <h3 className="font-medium">{title}</h3>
        <p className="mt-1 text-ink-muted text-sm">{text}</p>
        <p role="status" className="mt-2 font-medium text-sm empty:hidden">
          {status}
        </p>
      </div>
      {children}
    </div>
  );
}

function Download({ copy }: { copy: Copy["download"] }) {
  const [state, setState] = useState<"" | "working" | Awaited<ReturnType<typeof downloadOwnData>>>("");
  const download = async () => {
    setState("working");
    setState(await downloadOwnData());
  };
  return (
    <Action title={copy.title} text={copy.text} {...(state && { status: copy[state] })}>
      <Button variant="secondary" size="sm" aria-disabled={state === "working"} onClick={download}>
        {copy.action}
      </Button>
    </Action>
  );
}

/**
 * Deletes by withdrawing consent: the browser clears its data and proves its identity to the server for the
 * deletion.
 */
function Deletion({ copy }: { copy: Copy["delete"] }) {
  const { consent, openConsent } = useMeasure();
  const { consentProvider } = useSite().settings;
  const [state, setState] = useState<"" | "asked" | "done" | "nothing">("");
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (state === "asked") confirm.current?.focus();
  }, [state]);
  const ask = () => setState(consent.isGranted(CONSENT_GROUPS.analytics) ? "asked" : "nothing");
  const remove = () => {
    consent.decide(
      ALL_CONSENT_GROUPS.filter((group) => group !== CONSENT_GROUPS.analytics && consent.isGranted(group)),
    );
    setState("done");
    // OneTrust still has the old choice, and would grant it again on the next page.
    if (consentProvider.name === "onetrust") openConsent();
  };
  if (state === "asked")
    return (
      <Action title={copy.title} text={copy.question}>
        <div className="flex flex-wrap gap-2">
          <Button ref={confirm} size="sm" onClick={remove}>
            {copy.confirm}
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setState("")}>
            {copy.cancel}
          </Button>
        </div>
      </Action>
    );
  return (
    <Action title={copy.title} text={copy.text} {...(state && { status: copy[state] })}>
      <Button variant="secondary" size="sm" onClick={ask}>
        {copy.action}
      </Button>
    </Action>
  );
}
