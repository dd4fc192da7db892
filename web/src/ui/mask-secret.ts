/** A secret with everything behind its prefix replaced, for example `pk_••••••••••••••••`. */
export function maskSecret(secret: string): string {
  return secret.slice(0, secret.indexOf('_') + 1) + '•'.repeat(16)
}
