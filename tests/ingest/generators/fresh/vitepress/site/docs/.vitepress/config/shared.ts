import { defineConfig } from 'vitepress'
import { HOST, BASE } from './constants'

export const shared = defineConfig({
  title: 'Oven Book',
  base: process.env.OVEN_BASE || BASE,
  srcDir: './pages',
  srcExclude: ['**/README.md', 'internal/**'],
  cleanUrls: true,
  lastUpdated: true,
  ignoreDeadLinks: true,
  sitemap: { hostname: `${HOST}${BASE}` },
  rewrites: {
    'en/:rest*': ':rest*',
    'parts/:part/docs/:page': ':part/:page',
  },
  markdown: { lineNumbers: true, math: false },
})
