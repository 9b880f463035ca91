import { defineConfig } from 'vitepress'
export const fa = defineConfig({ lang: 'fa-IR', dir: 'rtl', description: 'تنور' })
