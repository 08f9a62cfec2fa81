import brand from "../../../../content/brand.json";

/** A sentence with sales' own address in the place of `{address}`. */
export function MailLine({ text }: { text: string }) {
  const [before, after] = text.split("{address}");
  return (
    <p className="max-w-prose text-ink-muted text-sm">
      {before}
      <a href={`mailto:${brand.salesEmail}`} className="text-accent underline underline-offset-4">
        {brand.salesEmail}
      </a>
      {after}
    </p>
  );
}
