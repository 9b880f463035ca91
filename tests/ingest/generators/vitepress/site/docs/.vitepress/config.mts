import { defineConfig } from 'vitepress'

const root = '/loom/'

export default defineConfig({
  title: 'Loom Handbook',
  base: root,
  srcExclude: ['**/drafts.md'],
  rewrites: { 'odd/old-name.md': 'odd/new-name.md', 'packages/:pkg/notes.md': ':pkg/notes.md' },
  sitemap: { hostname: 'https://loom.tools' },
  themeConfig: {
    sidebar: [
      { text: 'Guide', items: [{ text: 'Warping', link: '/guide/warping' }, { text: 'Guide', link: '/guide/' }] },
    ],
  },
})
