/**
 * Where the curves are in their picture: left edge and width as shares of its width, so that the names of the lines fit
 * beside them, top and height in lines of text. Script draws its line by the last two.
 */
export const curveBox = { left: 0.09, width: 0.79, top: 2.2, height: 17 };
