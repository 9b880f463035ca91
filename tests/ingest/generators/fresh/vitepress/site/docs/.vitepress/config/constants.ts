export const HOST = 'https://bread.tools'
export const BASE = '/oven/'
