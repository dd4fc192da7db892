/** At how many edges an agent is connected if nobody says otherwise: the loss of one interrupts nothing. */
export const edgesDefault = 2
/** The API names as many addresses at most. */
export const edgesMax = 4
