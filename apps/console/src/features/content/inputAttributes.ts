/** What every input of a form has. */
export interface InputAttributes {
  id: string;
  disabled: boolean;
  "data-pointer": string;
  "aria-invalid": true | undefined;
  "aria-describedby": string;
  lang: string | undefined;
  onFocus: () => void;
}
