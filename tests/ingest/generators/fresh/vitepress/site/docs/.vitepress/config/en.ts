import { defineConfig, type DefaultTheme } from 'vitepress'

export const en = defineConfig({
  lang: 'en-GB',
  description: 'How to keep an oven.',
  themeConfig: {
    sidebar: {
      '/guide/': { base: '/guide/', items: sidebarGuide() },
      '/': [{ text: 'Start', link: '/' }],
    },
  },
})

function sidebarGuide(): DefaultTheme.SidebarItem[] {
  return [
    { text: 'Heat', collapsed: false, items: [{ text: 'Lighting', link: 'lighting' }, { text: 'Cooling', link: 'cooling' }] },
  ]
}
