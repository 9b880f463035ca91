// @ts-check
import {themes} from 'prism-react-renderer';
import rehypeKatex from 'rehype-katex';
import remarkMath from 'remark-math';

const math = {remarkPlugins: [remarkMath], rehypePlugins: [rehypeKatex]};

/** @type {import('@docusaurus/types').Config} */
export default {
  title: 'The Backyard Observatory',
  tagline: 'Practical astronomy with a small telescope',
  url: 'https://backyard-observatory.example',
  baseUrl: '/',
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'throw',
  markdown: {
    hooks: {onBrokenMarkdownLinks: 'throw'},
  },
  i18n: {defaultLocale: 'en', locales: ['en']},

  presets: [
    [
      'classic',
      {
        docs: {
          routeBasePath: 'docs',
          sidebarPath: './sidebars.js',
          ...math,
        },
        blog: false,
        theme: {customCss: './src/css/custom.css'},
      },
    ],
  ],

  plugins: [
    [
      '@docusaurus/plugin-content-docs',
      {
        id: 'lab',
        path: 'lab',
        routeBasePath: 'lab',
        sidebarPath: './sidebars.js',
        ...math,
      },
    ],
  ],

  themeConfig: {
    navbar: {
      title: 'The Backyard Observatory',
      items: [
        {to: '/docs/', label: 'Book', position: 'left'},
        {to: '/lab/', label: 'Lab', position: 'left'},
      ],
    },
    footer: {
      copyright: 'Text licensed under CC BY 4.0.',
    },
    prism: {
      theme: themes.github,
      darkTheme: themes.dracula,
      additionalLanguages: ['bash', 'cpp'],
    },
  },
};
