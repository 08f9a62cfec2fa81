/**
 * Sources that documents may load from other origins, such as `https://www.example.com`, by directive of the
 * Content-Security-Policy.
 */
export interface PolicySources {
  script?: readonly string[];
  style?: readonly string[];
  connect?: readonly string[];
  frame?: readonly string[];
  image?: readonly string[];
  /** The tool sets inline styles, and markup that is not a Trusted Type. */
  needsInlineMarkup?: boolean;
}
