import type {Config} from '@docusaurus/types';
import type * as Preset from '@docusaurus/preset-classic';
import {themes as prismThemes} from 'prism-react-renderer';
import {SITE, ORG as organisation, makeTitle} from './config/site';
import locales from './config/locales.json';
import {readFileSync} from 'node:fs';

const baseUrl = process.env.WELLS_BASE ?? `/${SITE.slug}/`;
const {DEFAULT_LOCALE} = SITE;
const isPreview = process.env.CONTEXT === 'deploy-preview';

const docsOptions = {
  routeBasePath: '/',
  sidebarPath: './sidebars.ts',
  lastVersion: '2.0',
  versions: {
    current: {label: 'Next', path: 'edge', banner: 'unreleased'},
    '2.0': {label: '2.0 (stable)'},
    '1.x': {path: 'legacy'},
  },
  exclude: ['**/_*.{js,jsx,ts,tsx,md,mdx}', '**/_*/**', '**/drafts/**'],
} satisfies Preset.Options['docs'];

export default {
  title: 'The Well Keeper',
  url: SITE.url,
  baseUrl,
  trailingSlash: false,
  onBrokenLinks: 'warn',
  organizationName: organisation,
  i18n: {
    defaultLocale: DEFAULT_LOCALE,
    locales: [...locales],
    localeConfigs: {
      en: {label: 'English', htmlLang: 'en-GB'},
      fa: {label: 'فارسی', direction: 'rtl', htmlLang: 'fa-IR', path: 'fa-IR'},
      de: {label: 'Deutsch'},
    },
  },
  presets: [
    [
      'classic',
      {
        docs: docsOptions,
        blog: {routeBasePath: 'news', path: './newsroom', blogTitle: 'News'},
        pages: {path: 'src/pages'},
        theme: {},
      } satisfies Preset.Options,
    ],
  ],
  plugins: [
    [
      'content-docs',
      {
        id: 'community',
        path: 'community',
        routeBasePath: 'together',
        sidebarPath: require.resolve('./sidebarsCommunity.js'),
      } as any,
    ],
  ],
  themeConfig: {
    prism: {theme: prismThemes.github},
  } satisfies Preset.ThemeConfig,
} satisfies Config;
