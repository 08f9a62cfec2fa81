import type { Json } from "@marquee/contract";
import { readPatch, withText } from "../contentPatch.ts";
import { TextRow } from "./TextRow.tsx";
import type { WrittenText } from "./textFilter.ts";

interface TextListProps {
  locale: string;
  /** Of the variation. */
  name: string;
  texts: readonly WrittenText[];
  value: Json;
  onChange: (value: Json) => void;
}

/** The texts of a page in one language, each with room for another wording. */
export function TextList({ locale, name, texts, value, onChange }: TextListProps) {
  const changed = readPatch(value).copy[locale] ?? {};
  if (texts.length === 0) {
    return (
      <p className="border-hairline border-y py-3 text-ink-muted">
        No text is so. Take words away, or look in another language.
      </p>
    );
  }
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
      tabIndex={0}
      aria-label={`Texts of ${name}`}
      className="max-h-112 overflow-y-auto overscroll-contain border-hairline border-y"
    >
      {texts.map(({ address, written }) => (
        <TextRow
          key={address}
          address={address}
          written={written}
          text={changed[address] ?? ""}
          lang={locale}
          onChange={(text) => onChange(withText(value, { locale, address, text, written }))}
        />
      ))}
    </ul>
  );
}
