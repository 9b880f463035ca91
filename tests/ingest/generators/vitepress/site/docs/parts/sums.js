export const ends = (sett, width) => sett * width
