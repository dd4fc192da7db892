/** Loading indicators show after this time (as in `theme/tokens.css`): what loads sooner shows at once. */
export const seenAfterMs = 200

/** An indicator that has shown stays for this long, so that it does not flash. */
export const seenForMs = 300
