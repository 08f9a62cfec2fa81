/** Search engines by the name that becomes `utm_source`; each has hosts in many countries. */
const SEARCH_ENGINES =
  /(?:^|\.)(google|bing|yahoo|yandex|baidu|duckduckgo|ecosia|qwant|startpage|naver|seznam|sogou|brave|ask)\.(?:com?\.)?[a-z]{2,3}$/;

/** @param host in lower case, without port. @returns the search engine's name, or undefined for any other host. */
export function searchEngineOf(host: string): string | undefined {
  return SEARCH_ENGINES.exec(host)?.[1];
}
