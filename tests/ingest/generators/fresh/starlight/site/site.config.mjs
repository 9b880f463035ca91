export const site = { origin: 'https://kites.tools', base: '/fly' };
