/** Attributes of every input in a form. */
export interface InputAttributes {
  id: string;
  disabled: boolean;
  "data-pointer": string;
  "aria-invalid": true | undefined;
  "aria-describedby": string;
  lang: string | undefined;
  onFocus: () => void;
}
