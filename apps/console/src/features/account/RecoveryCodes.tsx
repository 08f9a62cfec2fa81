import { Button } from "@marquee/ui";
import { Download } from "lucide-react";
import { CopyButton } from "../../shared/ui/CopyButton.tsx";
import { download } from "../../shared/ui/download.ts";
import { focus } from "../../shared/ui/focus.ts";

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** New recovery codes. They are shown only once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = codes.join("\n");
  const save = () => {
    const note = `Recovery codes for ${location.host}. Each works once.\n\n${text}\n`;
    download(new Blob([note], { type: "text/plain" }), "recovery-codes.txt");
  };
  return (
    <div className="mt-2 grid gap-4">
      <p ref={focus} tabIndex={-1} className="outline-none">
        If you lose your device, a recovery code gets you in. Each works once. Save them now, in a password
        manager or on paper: <strong>they won&apos;t be shown again.</strong>
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-8 gap-y-1.5 rounded-sm bg-surface-sunken p-4 font-mono text-sm tabular-nums min-[28rem]:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="-mx-3.5 flex flex-wrap items-center">
        <Button variant="tertiary" size="sm" onClick={save}>
          <Download aria-hidden="true" className="size-4" />
          Download
        </Button>
        <CopyButton text={text} label="Copy recovery codes" />
      </div>
      <Button size="sm" className="justify-self-start" onClick={onDone}>
        I saved my codes
      </Button>
    </div>
  );
}
