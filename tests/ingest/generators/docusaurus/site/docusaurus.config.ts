import type {Config} from '@docusaurus/types';
import {themes as prismThemes} from 'prism-react-renderer';
// A site that uses the odd corners. It's read, never run.
const organization = 'acme', unused = /a"b/g;
const base = '/manual/';
const config: Config = {
  title: "Odd Corners",
  url: `https://odd.example`,
  baseUrl: process.env.BASE ?? base,
  trailingSlash: undefined,
  onBrokenLinks: 'warn',
  customFields: {make: (a: number) => { return {title: 'wrong'}; }, pattern: /\/}{"/},
  presets: [
    ['classic', {
      docs: {
        path: 'docs', /* the book */
        routeBasePath: '/',
        sidebarPath: require.resolve('./sidebars.js'),
        editUrl: ({docPath}) => `https://x.example/${docPath}`,
      },
      blog: {showReadingTime: false, onUntruncatedBlogPosts: 'ignore'},
      theme: {},
    } satisfies object],
  ],
  plugins: [
    ['@docusaurus/plugin-content-docs', {id: 'extra', path: 'extra', routeBasePath: 'more/extra', sidebarPath: false}],
  ],
  themeConfig: {prism: {theme: prismThemes.github}},
};
export default config;
