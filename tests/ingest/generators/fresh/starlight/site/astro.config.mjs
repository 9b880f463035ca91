// @ts-check
import { defineConfig } from 'astro/config';
import starlight from '@astrojs/starlight';
import { sidebar } from './sidebar.mjs';
import { site as siteInfo } from './site.config.mjs';

const { origin: ORIGIN } = siteInfo;

export default defineConfig({
  site: `${ORIGIN}`,
  base: siteInfo.base,
  trailingSlash: 'always',
  integrations: [
    starlight({
      title: { en: 'Kite Book', ar: 'كتاب الطائرات الورقية', 'pt-BR': 'Livro' },
      defaultLocale: 'en',
      locales: {
        en: { label: 'English' },
        ar: { label: 'العربية', dir: 'rtl' },
        'pt-br': { label: 'Português', lang: 'pt-BR' },
      },
      sidebar,
      social: [{ icon: 'github', label: 'GitHub', href: 'https://github.com/x/y' }],
    }),
  ],
});
