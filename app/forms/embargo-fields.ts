/** Form name, and id, of the confirmation that the data is to be published today. No draft keeps it ticked. */
export const publishNowField = 'publishNow';
