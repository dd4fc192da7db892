/** At how many edges an agent is connected by default: the loss of one interrupts nothing. */
export const edgesDefault = 2
/** The API names at most this many addresses. */
export const edgesMax = 4
