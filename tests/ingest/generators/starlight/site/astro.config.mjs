import { defineConfig } from 'astro/config';
import starlight from '@astrojs/starlight';

export default defineConfig({
  site: 'https://kiln.tools',
  base: '/manual',
  integrations: [
    starlight({
      title: 'Kiln Manual',
      defaultLocale: 'root',
      locales: { root: { label: 'English', lang: 'en' }, de: { label: 'Deutsch', lang: 'de' } },
      sidebar: [
        { label: 'Start', slug: 'index' },
        { label: 'Guides', items: ['guides/firing', { label: 'Cooling', slug: 'guides/cool-down' }] },
        { label: 'Shelf', autogenerate: { directory: 'reference-shelf' } },
      ],
    }),
  ],
});
