export const ORG = 'well-keepers' as const;
export const SITE = {
  url: 'https://wells.tools',
  slug: 'keeper',
  DEFAULT_LOCALE: 'en',
} as const;
export function makeTitle(name: string) { return name; }
