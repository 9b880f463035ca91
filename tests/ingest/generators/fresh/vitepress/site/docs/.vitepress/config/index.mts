import { defineConfig } from 'vitepress'
import { shared } from './shared.js'
import { en } from './en.js'
import { fa } from './fa.js'

export default defineConfig({
  ...shared,
  locales: {
    root: { label: 'English', ...en },
    fa: { label: 'فارسی', ...fa },
  },
})
