/** How many requests may be at the app at once, not counting streams. */
export const connectionsMaxDefault = 512
/** How many streams may be open at once, upgraded connections included. */
export const streamsMaxDefault = 8_192
