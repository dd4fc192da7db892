/** The context of an operation that needs no session and whose answer must not be cached: it opens a session, or reveals a secret. */
export const withoutSession = { fetchPolicy: 'no-cache', context: { withoutSession: true } } as const
