/** Header that tells how many entries a whole list has, beside one page of it. */
export const totalCountHeader = 'X-Total-Count';
