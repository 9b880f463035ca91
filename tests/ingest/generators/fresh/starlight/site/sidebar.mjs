export const sidebar = [
  { slug: 'start' },
  { label: 'Making', translations: { ar: 'صنع' }, items: ['making/frame', { label: 'Tail', link: '/making/tail/' }] },
  { label: 'Rest', autogenerate: { directory: 'rest' } },
];
