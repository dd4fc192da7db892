import { browserStore } from '../../network/storage.ts'

/**
 * Secrets of AuthIDs, kept in this browser by token id: the server shows a secret once and stores only its hash.
 */
const toKey = (tokenId: string) => `culvert:auth-token:${tokenId}`

/** Returns the secret of a token, if this browser created it. */
export function findSecret(tokenId: string): string | undefined {
  return browserStore.find(toKey(tokenId))
}

/** Keeps the secret of a new token. */
export function keepSecret(tokenId: string, secret: string): void {
  browserStore.keep(toKey(tokenId), secret)
}

/** Forgets the secret of a token that stopped working. */
export function forgetSecret(tokenId: string): void {
  browserStore.forget(toKey(tokenId))
}
