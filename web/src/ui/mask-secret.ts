/** Returns a secret with everything after its prefix replaced, for example `pk_••••••••••••••••`. */
export function maskSecret(secret: string): string {
  return secret.slice(0, secret.indexOf('_') + 1) + '•'.repeat(16)
}
