/**
 * Request header of web tiers: a browser gets the answer, and follows redirects without the token of this request. Other
 * programs send their token wherever they are led.
 */
export const forBrowserName = 'Motothek-For-Browser';
