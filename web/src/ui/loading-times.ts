/** Loading indicators appear after this time (as in `theme/tokens.css`): content that loads sooner appears at once. */
export const seenAfterMs = 200

/** An indicator that has appeared stays for this long, so that it does not flash. */
export const seenForMs = 300
