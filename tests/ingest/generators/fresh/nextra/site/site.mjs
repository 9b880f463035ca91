export const BASE = '/dye'
