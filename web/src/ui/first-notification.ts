/** Resolves with the first notification: the component that draws them is not loaded before. */
export const { promise: firstNotification, resolve: announceNotification } = Promise.withResolvers<void>()
